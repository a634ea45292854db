import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { SHIPPED_CATALOG } from './observation.ts';
import { RECIPE } from './recipe.ts';
import { train } from './train.ts';
import { TrainingFileError } from './training-points.ts';

const USAGE = 'usage: npm run sizer:train -- FILE [--out PATH]';

/** `npm run sizer:train`: measured points in, `artifact.json` out, its own held-out errors printed. */
function run(): void {
  const { positionals, values } = parseArgs({ allowPositionals: true, options: { out: { type: 'string' } } });
  const [file] = positionals;
  if (file === undefined || positionals.length > 1) throw new Error(USAGE);
  const out = values.out ?? fileURLToPath(new URL('./artifact.json', import.meta.url));
  const artifact = train(readFileSync(file, 'utf8'), RECIPE, SHIPPED_CATALOG);
  const text = JSON.stringify(artifact);
  writeFileSync(out, `${text}\n`);
  const { trained_on: source } = artifact;
  console.log(
    `model ${artifact.version}: ${source.aggregated} aggregated and ${source.disaggregated} disaggregated points, ${Math.round(text.length / 1000)} kB, ${out}`,
  );
  if (source.unknown_model_or_gpu > 0)
    console.log(
      `${source.unknown_model_or_gpu} rows name a model or GPU that the catalog lacks and were left out`,
    );
  console.table(
    artifact.validation.map(({ split, naming, errors, held }) => ({
      split,
      naming,
      n: errors.tpotMs?.n ?? 0,
      TPOT: cell(errors.tpotMs),
      TTFT: cell(errors.ttftMs),
      'tokens/s/GPU': cell(errors.tokensPerSecPerGpu),
      'inside 80 %': `${held.tpotMs} ${held.ttftMs} ${held.tokensPerSecPerGpu}`,
    })),
  );
  console.table(
    artifact.classes.map(({ confidence, naming, errors, held }) => ({
      confidence,
      naming,
      n: errors.tpotMs?.n ?? 0,
      TPOT: cell(errors.tpotMs),
      TTFT: cell(errors.ttftMs),
      'tokens/s/GPU': cell(errors.tokensPerSecPerGpu),
      'inside 80 %': held === null ? '' : `${held.tpotMs} ${held.ttftMs} ${held.tokensPerSecPerGpu}`,
    })),
  );
  console.log('errors: mean / median / p90 of absolute percentage errors; inside: TPOT TTFT tokens/s/GPU');
}

function cell(summary: { mape: number; median: number; p90: number } | null): string {
  return summary === null
    ? ''
    : `${summary.mape.toFixed(1)} / ${summary.median.toFixed(1)} / ${summary.p90.toFixed(1)}`;
}

try {
  run();
} catch (error) {
  console.error(error instanceof TrainingFileError || error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
