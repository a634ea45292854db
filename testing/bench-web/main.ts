import { printMeasured, type Measured } from './built-page.ts';
import * as charts from './charts.ts';
import * as compare from './compare.ts';
import * as routes from './routes.ts';
import * as tables from './tables.ts';
import * as vitals from './vitals.ts';

/**
 * `npm run bench:web [-- charts|tables|compare|routes|vitals … [PART OF A PATH …]]`: what the browser part costs,
 * measured; fails above its goals. Parts of paths choose the pages of routes and vitals.
 */
const PARTS: Readonly<Record<string, { run: (only: readonly string[]) => Promise<readonly Measured[]> }>> = {
  charts,
  tables,
  compare,
  routes,
  vitals,
};

const given = process.argv.slice(2);
const wanted = given.filter((one) => one in PARTS);
const only = given.filter((one) => !(one in PARTS));
let missed = 0;
for (const [name, part] of Object.entries(PARTS)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  console.log(`\n${name}`);
  missed += printMeasured(await part.run(only));
}
console.log(missed === 0 ? '\nAll goals are met.' : `\n${missed} goals are missed.`);
process.exitCode = missed === 0 ? 0 : 1;
