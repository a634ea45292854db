import { z } from 'zod';
import { ApiClient, type ApiClientOptions } from './client.ts';

const configSchema = z.object({ apiBase: z.string().min(1).catch('/api') });

let running: ApiClient | null = null;

/** The client of this page. Throws before `startApi`. */
export function api(): ApiClient {
  if (running === null) throw new Error('startApi() has not run');
  return running;
}

/** Makes the client of this page from `/config.json` (or `/api` where that file is missing or unreadable). */
export async function startApi(options: Omit<ApiClientOptions, 'apiBase'> = {}): Promise<ApiClient> {
  running = new ApiClient({ ...options, apiBase: await readApiBase(options.fetch ?? fetch) });
  return running;
}

async function readApiBase(get: typeof fetch): Promise<string> {
  try {
    const response = await get('/config.json', { cache: 'no-cache' });
    return configSchema.parse(await response.json()).apiBase.replace(/\/+$/, '');
  } catch {
    return '/api';
  }
}
