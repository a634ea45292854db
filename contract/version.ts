import { z } from 'zod';

/** `GET /api/version`. */
export const versionSchema = z.object({
  name: z.literal('yardstick'),
  version: z.string(),
  api: z.literal('v4.0'),
  commit: z.string().nullable(),
  schema: z.string().nullable(),
});
