import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { readArtifact } from './artifact.ts';
import type { ErrorSummary } from './error-table.ts';
import { SHIPPED_CATALOG } from './observation.ts';
import { RECIPE } from './recipe.ts';
import { type Score, scoreGroups, scoreRows } from './score.ts';
import { train } from './train.ts';
import { createPredictor } from './trained-predictor.ts';
import { readTrainingPoints } from './training-points.ts';

const USAGE = 'usage: npm run sizer:score -- FILE [--cv] [--unnamed] [--artifact PATH]';

/**
 * `npm run sizer:score`: how far the shipped model is off the measured points of a file, strictly (no row is dropped). `--unnamed`: as a
 * request that names neither framework version nor origin. `--cv`: cross-validation of a model trained on the file itself.
 */
function run(): void {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      cv: { type: 'boolean', default: false },
      unnamed: { type: 'boolean', default: false },
      artifact: { type: 'string' },
    },
  });
  const [file] = positionals;
  if (file === undefined || positionals.length > 1) throw new Error(USAGE);
  const csv = readFileSync(file, 'utf8');
  if (values.cv) {
    printValidation(csv);
    return;
  }
  const artifact = readArtifact(
    values.artifact ?? fileURLToPath(new URL('./artifact.json', import.meta.url)),
  );
  const naming = values.unnamed ? 'unnamed' : 'named';
  const rows = scoreRows(readTrainingPoints(csv), createPredictor(artifact), SHIPPED_CATALOG, naming);
  console.log(
    `model ${artifact.version}, versions and origins ${naming}; errors are mean / median / p90 of absolute percentage errors`,
  );
  console.table(scoreGroups(rows).map(scoreLine));
}

function printValidation(csv: string): void {
  const { version, validation } = train(csv, RECIPE, SHIPPED_CATALOG);
  console.log(
    `model ${version}, each row predicted by a model that has not seen its group; errors are mean / median / p90 of absolute percentage errors`,
  );
  console.table(
    validation.map(({ split, naming, errors, held }) => ({
      'held out': split,
      naming,
      n: errors.tpotMs?.n ?? 0,
      TTFT: cell(errors.ttftMs),
      TPOT: cell(errors.tpotMs),
      'tokens/s/GPU': cell(errors.tokensPerSecPerGpu),
      'inside 80 % (TTFT, TPOT, tokens/s)': `${held.ttftMs} ${held.tpotMs} ${held.tokensPerSecPerGpu}`,
    })),
  );
}

function scoreLine({ group, n, coverage, errors, held }: Score) {
  const percent = (value: number | null) => (value === null ? '—' : value.toFixed(0));
  return {
    group,
    n,
    'coverage %': Number(coverage.toFixed(1)),
    TTFT: cell(errors.ttftMs),
    TPOT: cell(errors.tpotMs),
    'tokens/s/GPU': cell(errors.tokensPerSecPerGpu),
    'inside 80 % (TTFT, TPOT, tokens/s)': `${percent(held.ttftMs)} ${percent(held.tpotMs)} ${percent(held.tokensPerSecPerGpu)}`,
  };
}

function cell(summary: ErrorSummary | null): string {
  return summary === null
    ? '—'
    : `${summary.mape.toFixed(1)} / ${summary.median.toFixed(1)} / ${summary.p90.toFixed(1)}`;
}

try {
  run();
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
