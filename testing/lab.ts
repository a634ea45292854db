import { parseArgs } from 'node:util';
import { grouped } from '#lib/grouped.ts';
import { LAB_PASSWORD, LAB_PEOPLE, startLab } from './start-lab.ts';

/**
 * `npm run lab [-- --port 4700 --jobs 10000]`: the product on a throwaway PostgreSQL with made-up content of every kind, for looking at pages
 * and measuring them. Prints who can sign in. Ctrl-C ends it, and nothing stays.
 */
const { values: args } = parseArgs({
  options: { port: { type: 'string', default: '4700' }, jobs: { type: 'string', default: '10000' } },
});
const lab = await startLab({ port: Number(args.port), jobs: Number(args.jobs) });
console.log(
  `\n${lab.url}/w/${lab.orgId}: ${grouped(lab.jobs)} made-up jobs; jobs ${lab.telemetryJobIds.join(', ')} have telemetry.` +
    `\nSign in as ${LAB_PEOPLE.map(({ email }) => email).join(', ')} with the password: ${LAB_PASSWORD}`,
);
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void lab.stop().then(() => process.exit(0)));
await lab.ended;
await lab.stop();
