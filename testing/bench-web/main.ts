import { printMeasured } from './built-page.ts';
import * as charts from './charts.ts';
import * as routes from './routes.ts';
import * as tables from './tables.ts';

/** `npm run bench:web [-- charts|tables|routes …]`: what the browser part costs, measured; fails above its goals. */
const PARTS = { charts, tables, routes };

const wanted = process.argv.slice(2);
let missed = 0;
for (const [name, part] of Object.entries(PARTS)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  console.log(`\n${name}`);
  missed += printMeasured(await part.run());
}
console.log(missed === 0 ? '\nAll goals are met.' : `\n${missed} goals are missed.`);
process.exitCode = missed === 0 ? 0 : 1;
