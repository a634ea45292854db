import { z } from 'zod';

/** `GET /api/packages/`: files that a worker needs, of complete sets with a tag only. Sizes in bytes. */
export const packageListSchema = z.object({
  packages: z.array(
    z.object({
      /** Name at `/api/packages/:filename`; its set's tag is part of it. */
      name: z.string(),
      tag: z.string(),
      /** Name on the worker's disk. */
      file: z.string(),
      size: z.int(),
      sha256: z.string(),
    }),
  ),
});
export type PackageList = z.infer<typeof packageListSchema>;

/** `manifest.json` of a package set. */
export const packageManifestSchema = z.object({
  tag: z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/),
  files: z
    .array(
      z.object({
        name: z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/),
        size: z.int().min(0),
        sha256: z.string().regex(/^[0-9a-f]{64}$/),
      }),
    )
    .min(1),
});

/** Body of `POST /api/onboarding/bootstrap`. */
export const bootstrapRequestSchema = z.object({
  org_id: z.guid(),
  hostname: z
    .string()
    .regex(/^[A-Za-z0-9]([A-Za-z0-9._-]{0,251}[A-Za-z0-9])?$/, 'Enter the host name of the machine.'),
  /** One of the tags of `/api/packages/`; default the newest. */
  package_tag: z.string().optional(),
});

/** Everything a new machine needs to become a worker. The token is shown this once. */
export const bootstrapAnswerSchema = z.object({
  hostname: z.string(),
  registration_token_id: z.guid(),
  registration_token: z.string(),
  expires_at: z.string().nullable(),
  api_url: z.string(),
  package_url: z.string(),
  package_tag: z.string(),
  script_url: z.string(),
  script_sha256: z.string(),
  /** Lines to run on the machine. They hold the token, but hand it to no program as an argument: no process list shows it. */
  command: z.string(),
});
