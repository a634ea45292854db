import { queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import {
  accessTokenRowSchema,
  createdTokenSchema,
  passwordChangeSchema,
  type PasswordChange,
  type createTokenSchema,
  type setPasswordSchema,
} from '#contract/auth.ts';
import { api } from '#src/api/api.ts';

/** The caller's own tokens, ended ones too. */
export const tokensQuery = queryOptions({
  queryKey: ['tokens'],
  queryFn: ({ signal }) => api().request('/auth/tokens', accessTokenRowSchema.array(), { signal }),
});

export type CreatedToken = z.output<typeof createdTokenSchema>;

export function createToken(values: z.output<typeof createTokenSchema>): Promise<CreatedToken> {
  return api().request('/auth/tokens', createdTokenSchema, { method: 'POST', body: values });
}

export async function revokeToken(tokenId: string): Promise<void> {
  await api().requestRaw(`/auth/tokens/${tokenId}`, { method: 'DELETE' });
}

export function setPassword(values: z.output<typeof setPasswordSchema>): Promise<PasswordChange> {
  return api().request('/auth/password', passwordChangeSchema, { method: 'POST', body: values });
}
