import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** The worker's programs: the bundle next to this one when shipped, the source through tsx in development. */
const PROGRAMS = {
  agent: { bundle: './agent.js', source: './main.ts' },
  engine: { bundle: './engine.js', source: '../engine/main.ts' },
  'bench-llm': { bundle: './bench-llm.js', source: '../bench/main.ts' },
} as const;

/** The command line that starts a program of the worker, without its arguments. Throws when it is not installed. */
export function programArgv(name: keyof typeof PROGRAMS): string[] {
  const bundle = fileURLToPath(new URL(PROGRAMS[name].bundle, import.meta.url));
  if (existsSync(bundle)) return [process.execPath, bundle];
  const source = fileURLToPath(new URL(PROGRAMS[name].source, import.meta.url));
  if (!existsSync(source)) throw new Error(`the program ${name} is not installed next to the worker`);
  const tsx = createRequire(import.meta.url).resolve('tsx');
  return [process.execPath, '--import', pathToFileURL(tsx).href, source];
}
