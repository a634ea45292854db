import type { z } from 'zod';
import {
  createdApiKeySchema,
  createdTokenSchema,
  passwordChangeSchema,
  type PasswordChange,
  type createApiKeySchema,
  type createTokenSchema,
  type setPasswordSchema,
} from '#contract/auth.ts';
import { api } from '#src/api/api.ts';

export type CreatedToken = z.output<typeof createdTokenSchema>;

export function createToken(values: z.output<typeof createTokenSchema>): Promise<CreatedToken> {
  return api().request('/auth/tokens', createdTokenSchema, { method: 'POST', body: values });
}

export async function revokeToken(tokenId: string): Promise<void> {
  await api().requestRaw(`/auth/tokens/${tokenId}`, { method: 'DELETE' });
}

export type CreatedApiKey = z.output<typeof createdApiKeySchema>;

export function createApiKey(values: z.output<typeof createApiKeySchema>): Promise<CreatedApiKey> {
  return api().request('/auth/api-keys', createdApiKeySchema, { method: 'POST', body: values });
}

export async function revokeApiKey(apiKeyId: string): Promise<void> {
  await api().requestRaw(`/auth/api-keys/${apiKeyId}`, { method: 'DELETE' });
}

export function setPassword(values: z.output<typeof setPasswordSchema>): Promise<PasswordChange> {
  return api().request('/auth/password', passwordChangeSchema, { method: 'POST', body: values });
}
