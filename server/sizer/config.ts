import { resolve } from 'node:path';
import { z } from 'zod';

/** Why the program cannot start, in one line for the person who started it. Ends the process with code 2. */
export class StartError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'StartError';
  }
}

const wholeNumber = (min: number, max: number) => z.coerce.number().int().min(min).max(max);

/** Every setting of the sizing service, read from the environment once. `docs/configuration.md` lists them all; a test says so. */
export const environmentSchema = z.object({
  /** Address to listen on. Anything but loopback opens the service to the network: put a proxy with TLS in front. */
  SIZER_HOST: z.string().default('127.0.0.1'),
  /** Port to listen on; 0 lets the system choose. */
  SIZER_PORT: wholeNumber(0, 65_535).default(4_610),
  /** What the control plane signs its calls with: at least 32 bytes of text, the same on both sides. */
  SIZER_JWT_SECRET: z
    .string({ error: 'is missing: the control plane signs its calls with it' })
    .refine((text) => Buffer.byteLength(text) >= 32, 'needs at least 32 bytes'),
  /** Folder of the workspaces' training points. */
  SIZER_DATA: z
    .string()
    .transform((path) => resolve(path))
    .default(resolve('.yardstick/sizer')),
  /** File of the trained model; default the one that ships with the program. */
  SIZER_ARTIFACT: z
    .string()
    .transform((path) => resolve(path))
    .optional(),
  /** Threads that solve; 0 solves in the thread that listens. */
  SIZER_THREADS: wholeNumber(0, 64).optional(),
  /** How much of one processor each thread's rehearsal takes at most, %; 100 does it at once. */
  SIZER_REHEARSAL_PERCENT: wholeNumber(1, 100).default(10),
  /** Base address of an OpenAI-compatible endpoint whose model reads what people write to the agent; needs SIZER_LLM_MODEL. */
  SIZER_LLM_URL: z
    .url({ protocol: /^https?$/, error: 'needs an address such as https://llm.example.org/v1' })
    .optional(),
  /** Key of that endpoint. */
  SIZER_LLM_KEY: z.string().optional(),
  /** Name of the model there. */
  SIZER_LLM_MODEL: z.string().optional(),
  /** How much is logged. */
  LOG_LEVEL: z.enum(['silent', 'error', 'warn', 'info', 'debug']).default('info'),
});
export type Config = z.output<typeof environmentSchema>;

/** Reads the settings. Throws StartError that names each bad one, never its value. */
export function readConfig(environment: NodeJS.ProcessEnv): Config {
  // An empty variable is one that was not set: compose files and shells write it that way.
  const given = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''),
  );
  const result = environmentSchema.safeParse(given);
  if (!result.success) {
    const faults = result.error.issues.map((issue) => `${String(issue.path[0])}: ${issue.message}`);
    throw new StartError(`bad setting: ${faults.join('; ')} (see docs/configuration.md)`);
  }
  const { SIZER_LLM_URL: url, SIZER_LLM_MODEL: model } = result.data;
  if ((url === undefined) !== (model === undefined))
    throw new StartError('bad setting: SIZER_LLM_URL and SIZER_LLM_MODEL need each other');
  return result.data;
}
