import { z } from 'zod';
import { roleSchema } from '#contract/jobs.ts';

export const signInSchema = z.object({
  // Not z.email(): the first account of a machine is owner@localhost.
  email: z
    .string()
    .trim()
    .regex(/^[^\s@]+@[^\s@]+$/, 'Enter an e-mail address.'),
  password: z.string().min(1, 'Enter your password.'),
});
export const redeemLinkSchema = z.object({ token: z.string().min(1) });
export const setPasswordSchema = z.object({
  /** Needed when the account has a password already. */
  current_password: z.string().nullable().optional(),
  new_password: z.string().min(10, 'At least 10 characters.').max(200, 'At most 200 characters.'),
});

/** What setting a password ended: the account's other sessions and, when it replaced a password, its tokens. */
export const passwordChangeSchema = z.object({ ended_sessions: z.int(), revoked_tokens: z.int() });
export type PasswordChange = z.infer<typeof passwordChangeSchema>;

/** Seconds a token made by hand may live: a minute to a year. */
export const createTokenSchema = z.object({
  name: z.string().trim().min(1, 'Enter a name.').max(120),
  expires_in_seconds: z.int().min(60).max(31_536_000),
  role_cap: roleSchema.nullable().optional(),
});
export const accessTokenRowSchema = z.object({
  token_id: z.guid(),
  name: z.string(),
  role_cap: roleSchema.nullable(),
  created_at: z.string(),
  expires_at: z.string(),
  last_used_at: z.string().nullable(),
  revoked_at: z.string().nullable(),
});
export type AccessTokenRow = z.infer<typeof accessTokenRowSchema>;
export const createdTokenSchema = accessTokenRowSchema.extend({ token: z.string() });

/** A token as the admins of a workspace see it, with whose it is. */
export const memberTokenRowSchema = accessTokenRowSchema.extend({ account_id: z.guid(), email: z.string() });
export type MemberTokenRow = z.infer<typeof memberTokenRowSchema>;

/** An API key acts as its maker in one workspace. `expires_in_seconds`: a minute to ten years; null, or not given: no end. */
export const createApiKeySchema = z.object({
  org_id: z.guid(),
  name: z.string().trim().min(1, 'Enter a name.').max(120),
  role_cap: roleSchema.nullable().optional(),
  expires_in_seconds: z.int().min(60).max(315_360_000).nullable().optional(),
});
export const apiKeyRowSchema = z.object({
  api_key_id: z.guid(),
  org_id: z.guid(),
  account_id: z.guid(),
  email: z.string(),
  name: z.string(),
  /** First characters of the key. */
  prefix: z.string(),
  role_cap: roleSchema.nullable(),
  created_at: z.string(),
  expires_at: z.string().nullable(),
  last_used_at: z.string().nullable(),
  revoked_at: z.string().nullable(),
});
export type ApiKeyRow = z.infer<typeof apiKeyRowSchema>;
/** The key itself is in this answer and nowhere else. */
export const createdApiKeySchema = apiKeyRowSchema.extend({ key: z.string() });

/** A service client gets tokens by the client-credentials flow, with a role of its own in one workspace. */
export const createServiceClientSchema = z.object({
  org_id: z.guid(),
  name: z.string().trim().min(1, 'Enter a name.').max(120),
  role: roleSchema.exclude(['owner']),
});
export const serviceClientRowSchema = z.object({
  client_id: z.guid(),
  org_id: z.guid(),
  /** The client's own account. */
  account_id: z.guid(),
  name: z.string(),
  /** null once it was revoked. */
  role: roleSchema.nullable(),
  created_at: z.string(),
  last_used_at: z.string().nullable(),
  revoked_at: z.string().nullable(),
});
export type ServiceClientRow = z.infer<typeof serviceClientRowSchema>;
/** The secret is in this answer and nowhere else. */
export const createdServiceClientSchema = serviceClientRowSchema.extend({ client_secret: z.string() });

/** Answer of `POST /api/oauth/token` (RFC 6749, 5.1). */
export const oauthTokenSchema = z.object({
  access_token: z.string(),
  token_type: z.literal('Bearer'),
  expires_in: z.int(),
});

/** `GET /api/auth/methods`, without a token: how people can sign in here. */
export const signInMethodsSchema = z.object({
  password: z.literal(true),
  /** null: no OpenID provider is configured. */
  oidc: z.object({ label: z.string(), start_url: z.string() }).nullable(),
});
export type SignInMethods = z.infer<typeof signInMethodsSchema>;

/** `GET /api/health`. */
export const healthSchema = z.object({
  status: z.enum(['ok', 'degraded']),
  database: z.enum(['ok', 'unavailable']),
  engine: z.string(),
  uptime_s: z.number(),
});
