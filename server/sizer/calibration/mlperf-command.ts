import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { readPublishedResults } from '#catalog/published/published.ts';
import { readArtifact } from './artifact.ts';
import { compareWithMlperf, mlperfCases } from './mlperf.ts';
import { mlperfMarkdown } from './mlperf-table.ts';
import { SHIPPED_CATALOG } from './observation.ts';
import { createPredictor } from './trained-predictor.ts';

/* npm run sizer:mlperf [-- --artifact PATH]: predicts the LLM results of MLPerf Inference v5.1 and prints the comparison as Markdown. */
const { values } = parseArgs({ options: { artifact: { type: 'string' } } });
const path = values.artifact ?? fileURLToPath(new URL('./artifact.json', import.meta.url));
const predictor = createPredictor(readArtifact(path));
process.stdout.write(
  mlperfMarkdown(compareWithMlperf(predictor, mlperfCases(readPublishedResults(), SHIPPED_CATALOG))),
);
