// bench-llm's command line and files without a load: what it does is told by metadata.behaviour of the spec.
import { readFileSync, renameSync, writeFileSync } from 'node:fs';

const flag = (name) => process.argv[process.argv.indexOf(name) + 1];
const spec = JSON.parse(readFileSync(flag('--spec'), 'utf8'));
const behaviour = spec.metadata.behaviour ?? 'good';
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const say = (phase, done, total) =>
  console.log(JSON.stringify({ event: 'progress', phase, done, total, elapsed_s: 0.1 }));

console.error(`bench starts, key ${spec.api_key_env === null ? 'none' : process.env[spec.api_key_env]}`);
const limit = setTimeout(() => process.exit(7), 60_000);
say('preparing', 0, 1);
if (behaviour === 'bad-spec') process.exit(2);
if (behaviour === 'unreachable') process.exit(3);
say('warming', 0, 2);
await sleep(50);
say('measuring', 1, 4);
if (behaviour === 'endless') {
  // A person's ^C and a kill -9 are the only ends.
  process.on('SIGTERM', () => undefined);
  for (;;) await sleep(1000);
}
await sleep(Number(spec.metadata.measure_ms ?? 300));
say('measuring', 4, 4);
if (behaviour === 'fails') {
  console.error('50.0 % of requests failed');
  process.exit(1);
}
if (behaviour !== 'no-result') {
  writeFileSync(`${flag('--result')}.tmp`, readFileSync(new URL('./result.json', import.meta.url)));
  renameSync(`${flag('--result')}.tmp`, flag('--result'));
}
say('collecting', 4, 4);
console.error('bench done');
if (behaviour === 'lingers') await sleep(30_000);
clearTimeout(limit);
