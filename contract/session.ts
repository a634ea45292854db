import { z } from 'zod';

/** Answer of every way to sign in, and of a refresh. The refresh token itself travels only in an httpOnly cookie. */
export const sessionSchema = z.object({
  access_token: z.string(),
  /** Seconds the access token still lives. */
  expires_in: z.int(),
  account: z.object({ account_id: z.guid(), email: z.string(), display_name: z.string() }),
});
export type Session = z.infer<typeof sessionSchema>;
