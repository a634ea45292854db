import { z } from 'zod';
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

/** The API key variable that the spec names is not set. */
export class MissingKeyError extends Error {
  override readonly name = 'MissingKeyError';
}

/** What the environment says: proxies, and the API key under the name that the spec gives; throws MissingKeyError. */
export function readConfig(
  env: NodeJS.ProcessEnv,
  apiKeyEnv: string | null,
): { proxy: ProxySettings; apiKey: string | null } {
  const proxy = environmentSchema.parse(env);
  if (apiKeyEnv === null) return { proxy, apiKey: null };
  const apiKey = env[apiKeyEnv]?.trim() ?? '';
  if (apiKey === '') throw new MissingKeyError(`environment variable ${apiKeyEnv} holds no API key`);
  return { proxy, apiKey };
}
