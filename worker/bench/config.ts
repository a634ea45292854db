import { z } from 'zod';
import { isHeaderValue } from '#worker/bench/http/header.ts';
import type { ProxySettings } from '#worker/bench/http/undici-client.ts';

const optional = z
  .string()
  .optional()
  .transform((value) => (value === undefined || value === '' ? null : value));

/** The usual proxy variables, lower case before upper case as curl has it (HTTP_PROXY in upper case too, for clusters that set only that). */
const environmentSchema = z
  .object({
    http_proxy: optional,
    HTTP_PROXY: optional,
    https_proxy: optional,
    HTTPS_PROXY: optional,
    no_proxy: optional,
    NO_PROXY: optional,
  })
  .transform((env): ProxySettings => ({
    httpProxy: env.http_proxy ?? env.HTTP_PROXY,
    httpsProxy: env.https_proxy ?? env.HTTPS_PROXY,
    noProxy: env.no_proxy ?? env.NO_PROXY,
  }));

/** The API key variable that the spec names is not set, or holds what cannot be a key. */
export class ApiKeyError extends Error {
  override readonly name = 'ApiKeyError';
}

/** What the environment says: proxies, and the API key under the name that the spec gives; throws ApiKeyError, which never quotes the key. */
export function readConfig(
  env: NodeJS.ProcessEnv,
  apiKeyEnv: string | null,
): { proxy: ProxySettings; apiKey: string | null } {
  const proxy = environmentSchema.parse(env);
  if (apiKeyEnv === null) return { proxy, apiKey: null };
  const apiKey = env[apiKeyEnv]?.trim() ?? '';
  if (apiKey === '') throw new ApiKeyError(`environment variable ${apiKeyEnv} holds no API key`);
  if (!isHeaderValue(apiKey))
    throw new ApiKeyError(
      `the API key in the environment variable ${apiKeyEnv} has a character that no HTTP header may carry`,
    );
  return { proxy, apiKey };
}
