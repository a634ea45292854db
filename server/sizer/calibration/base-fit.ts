import { SIZER_FRAMEWORKS, type SizerFramework } from '#contract/sizer/codes.ts';
import { TPOT_COLUMNS, TTFT_COLUMNS, type PhysicsColumns } from './columns.ts';
import { dotRow, fitRelative } from './nnls.ts';

/** Trained meaning of the physics columns. One fit over everything for TPOT; TTFT by framework, pulled towards all of them. */
export interface BaseFit {
  readonly tpot: readonly number[];
  readonly ttft: Readonly<Record<SizerFramework, readonly number[]>>;
}

/** A row of the fit: its physics, its framework and what was measured, ms. */
export interface BaseRow {
  readonly columns: PhysicsColumns;
  readonly framework: SizerFramework;
  readonly ttftMs: number;
  readonly tpotMs: number;
}

/** Share of TTFT that waiting for a slot may have in rows that the fit of TTFT looks at. */
const WAITING_SHARE = 0.3;

/** Non-negative fits of TPOT and TTFT over the rows; `frameworkPriorWeight` is in rows. */
export function fitBase(rows: readonly BaseRow[], frameworkPriorWeight: number): BaseFit {
  const tpot = fitRelative(
    systemOf(
      rows,
      TPOT_COLUMNS.length,
      (row) => row.columns.tpot,
      (row) => row.tpotMs,
    ),
  );
  // Where requests wait for slots, TTFT is all waiting and says nothing about prefill.
  const ttftSystem = (part: readonly BaseRow[]) =>
    systemOf(
      part.filter((row) => row.columns.waitMs(row.tpotMs) < WAITING_SHARE * row.ttftMs),
      TTFT_COLUMNS.length,
      (row) => row.columns.ttft(dotRow(Float64Array.from(row.columns.tpot), 0, tpot)),
      (row) => row.ttftMs,
    );
  const all = fitRelative(ttftSystem(rows));
  const ttft = Object.fromEntries(
    SIZER_FRAMEWORKS.map((framework) => {
      const part = rows.filter((row) => row.framework === framework);
      const own =
        part.length === 0
          ? all
          : fitRelative(ttftSystem(part), { coefficients: all, weight: frameworkPriorWeight });
      return [framework, Array.from(own)];
    }),
  ) as Record<SizerFramework, number[]>;
  return { tpot: Array.from(tpot), ttft };
}

/** TPOT of the physics with the trained coefficients, and TTFT without the wait for a slot, ms. */
export function baseTimes(
  base: BaseFit,
  columns: PhysicsColumns,
  framework: SizerFramework,
): { ttftMs: number; tpotMs: number } {
  const tpotMs = product(base.tpot, columns.tpot);
  return { tpotMs, ttftMs: product(base.ttft[framework], columns.ttft(tpotMs)) };
}

function product(coefficients: readonly number[], columns: readonly number[]): number {
  let sum = 0;
  for (let i = 0; i < columns.length; i++) sum += (coefficients[i] as number) * (columns[i] as number);
  return sum;
}

function systemOf(
  rows: readonly BaseRow[],
  columns: number,
  cells: (row: BaseRow) => readonly number[],
  value: (row: BaseRow) => number,
) {
  const a = new Float64Array(rows.length * columns);
  rows.forEach((row, i) => {
    a.set(cells(row), i * columns);
  });
  return { a, y: Float64Array.from(rows, value), columns };
}
