import type { Artifact } from './calibration/artifact.ts';
import { CONFIDENCE_FROM } from './calibration/intervals.ts';

/** What each split of the cross-validation holds out, in the words of docs/sizer.md. */
const SPLIT_WORDS: Readonly<Record<string, string>> = {
  configuration: 'single configurations of known deployments (a fifth at a time)',
  deployment: 'whole deployments (a fifth at a time)',
  pair: 'every model × GPU pair in turn',
  gpu: 'every GPU in turn',
  family: 'every model in turn (models of one architecture together)',
};

type Figures = Artifact['validation'][number]['errors'];
type Held = Artifact['validation'][number]['held'];

/** Mean / median / p90 of the absolute percentage error. */
function triple(summary: Figures['ttftMs']): string {
  return summary === null
    ? '—'
    : [summary.mape, summary.median, summary.p90].map((percent) => percent.toFixed(1)).join(' / ');
}

function errorCells(errors: Figures): string[] {
  return [triple(errors.tpotMs), triple(errors.ttftMs), triple(errors.tokensPerSecPerGpu)];
}

function heldCell(held: Held | null): string {
  return held === null
    ? '—'
    : [held.tpotMs, held.ttftMs, held.tokensPerSecPerGpu].map((percent) => percent.toFixed(0)).join(' / ');
}

/** Rows as a Markdown table. */
export function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

/** Held-out errors by what was held out, for requests that name the framework's version and those that do not. */
export function accuracyTable({ validation }: Artifact): string {
  return markdownTable(
    ['held out', 'version named', 'points', 'TPOT', 'TTFT', 'tokens/s/GPU', 'inside the 80 % interval'],
    validation.map(({ split, naming, errors, held }) => [
      SPLIT_WORDS[split] ?? split,
      naming === 'named' ? 'yes' : 'no',
      String(errors.tpotMs?.n ?? 0),
      ...errorCells(errors),
      heldCell(held),
    ]),
  );
}

/** Held-out errors by the confidence that the answer states. */
export function confidenceTable({ classes }: Artifact): string {
  return markdownTable(
    ['confidence', 'likeness from', 'version named', 'points', 'TPOT', 'TTFT', 'tokens/s/GPU', 'inside'],
    classes.map(({ confidence, naming, errors, held }) => [
      `\`${confidence}\``,
      String(CONFIDENCE_FROM.find((entry) => entry.confidence === confidence)?.from ?? 0),
      naming === 'named' ? 'yes' : 'no',
      String(errors.tpotMs?.n ?? 0),
      ...errorCells(errors),
      heldCell(held),
    ]),
  );
}

/** What the shipped model was trained on, in one sentence. */
export function trainedOn({ version, trained_on: file }: Artifact): string {
  return (
    `Version \`${version}\`: ${file.aggregated} aggregated and ${file.disaggregated} disaggregated points of ` +
    `${file.source}; newest measurement ${file.newest_measurement ?? 'not stated'}.`
  );
}

/** Measured points by model, GPU by GPU: where the model interpolates and where it does not. */
export function coverageTable({ names, reference }: Artifact): string {
  const count = (model: number, gpu: number) =>
    reference.model.filter((value, row) => value === model && reference.gpu[row] === gpu).length;
  const order = (codes: readonly { code: string }[]) =>
    codes.map(({ code }, index) => ({ code, index })).toSorted((a, b) => (a.code < b.code ? -1 : 1));
  const gpus = order(names.gpus);
  return markdownTable(
    ['model', ...gpus.map(({ code }) => code)],
    order(names.models).map((model) => [
      model.code,
      ...gpus.map((gpu) => String(count(model.index, gpu.index) || '—')),
    ]),
  );
}
