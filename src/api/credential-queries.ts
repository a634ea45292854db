import { queryOptions } from '@tanstack/react-query';
import { accessTokenRowSchema, apiKeyRowSchema } from '#contract/auth.ts';
import { api } from './api.ts';

/** The caller's own tokens, ended ones too. */
export const tokensQuery = queryOptions({
  queryKey: ['tokens'],
  queryFn: ({ signal }) => api().request('/auth/tokens', accessTokenRowSchema.array(), { signal }),
});

/** The caller's API keys in a workspace, ended ones too; all of the workspace for its admins. */
export const apiKeysQuery = (orgId: string) =>
  queryOptions({
    queryKey: ['api-keys', orgId],
    queryFn: ({ signal }) =>
      api().request(`/auth/api-keys?org_id=${orgId}`, apiKeyRowSchema.array(), { signal }),
  });
