/// <reference types="node" />
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { contrastRatio, type Oklch } from '#lib/charts/oklch.ts';
import { runJob } from '../run-job-fixture.ts';
import { cellIssues, cellText, countsText, loadText } from './cell-text.ts';
import { jobMatrix } from './job-matrix.ts';
import { matrixCsv } from './matrix-csv.ts';
import { MOST_SHADE, shadeColour } from './matrix-shade.ts';

it('says of a cell its figure with interval, every state and why jobs failed', () => {
  const matrix = jobMatrix(
    [
      runJob({ tokens_per_sec: 90 }),
      runJob({ tokens_per_sec: 110 }),
      runJob({ tokens_per_sec: null, status_code: 'failed', error_code: 'lease_lost' }),
      runJob({ concurrency: 1024, tokens_per_sec: 1234.56 }),
      runJob({ concurrency: 2048, tokens_per_sec: null, status_code: 'queued' }),
    ],
    'tokens_per_sec',
  );
  const [block] = matrix.blocks;
  const [row] = block?.rows ?? [];
  if (block === undefined || row === undefined) throw new Error('no row');
  const texts = row.cells.map((cell) => (cell === null ? null : cellText(cell, 'tokens_per_sec')));
  expect(texts).toEqual([
    // t(0.975, 1) = 12.706, standard error 10: below 0 is none.
    'Output 100 tokens/s, mean of 2, 95 % interval 0 to 227; 1 failed (lease_lost), 2 completed',
    'Output 1,235 tokens/s; completed',
    'no Output; queued',
  ]);
  const issues = new Map(
    (row.cells[0]?.jobs ?? []).map((job) => [
      job.job_id,
      [
        {
          known_issue_id: '00000000-0000-4000-8000-000000000009',
          org_id: '00000000-0000-4000-8000-000000000002',
          job_id: job.job_id,
          issue_text: 'Throttled',
          issue_url: null,
          created_by_name: null,
          created_at: '2026-11-27T10:00:00Z',
        },
      ],
    ]),
  );
  // Said of several jobs at once, it is said once.
  expect(
    row.cells.map((cell) => (cell === null ? null : cellText(cell, 'tokens_per_sec', undefined, issues))),
  ).toEqual([`${texts[0]}; known issue: Throttled`, texts[1], texts[2]]);
  expect(row.cells.map((cell) => (cell === null ? null : cellIssues(cell, issues)))).toEqual([
    ['Throttled'],
    [],
    [],
  ]);
  expect(
    matrixCsv(matrix, 'tokens_per_sec', issues)
      .split('\r\n')
      .slice(0, 3)
      .map((line) => line.split(',').at(-1)),
  ).toEqual(['Known issues', 'Throttled', '']);
  expect(row.cells.map((_, at) => loadText(matrix.concurrencies[at] ?? null, row, block))[1]).toBe(
    'concurrency 1,024, 1,024 in / 1,024 out',
  );
  expect(countsText(matrix.counts)).toBe('3 loads, 1 with a failed or unsound job');
  expect(countsText({ loads: 1, faulty: 0, gaps: 2 })).toBe('1 load, 2 without a job');
});

it('writes a line of CSV for every load, those without a job too, with full precision and nothing in place of what is missing', () => {
  const matrix = jobMatrix(
    [
      runJob({ job_id: 7, concurrency: 8, tokens_per_sec: 100.123456 }),
      runJob({
        job_id: 8,
        concurrency: 16,
        output_sequence_length: 64,
        status_code: 'failed',
        tokens_per_sec: null,
      }),
    ],
    'tokens_per_sec',
  );
  expect(matrixCsv(matrix, 'tokens_per_sec').split('\r\n')).toEqual([
    'Provenance,ISL (tokens),OSL (tokens),Concurrency,Output (tokens/s),95 % from,95 % to,Jobs behind the figure,Jobs,failed,invalid,cancelled,running,queued,pending,completed,Job ids,Known issues',
    'measured,1024,64,8,,,,0,0,0,0,0,0,0,0,0,,',
    'measured,1024,64,16,,,,0,1,1,0,0,0,0,0,0,8,',
    'measured,1024,1024,8,100.123456,,,1,1,0,0,0,0,0,0,1,7,',
    'measured,1024,1024,16,,,,0,0,0,0,0,0,0,0,0,,',
    '',
  ]);
});

it('keeps text readable on the deepest shade: 4.5 to 1, and 7 to 1 in high contrast', () => {
  const styles = readFileSync(new URL('../../../styles.css', import.meta.url), 'utf8');
  const token = (block: string, name: string, theme: number): Oklch => {
    const part = styles.slice(styles.indexOf(`  ${block} {`)).split('\n  }')[0] ?? '';
    const colours = new RegExp(`--${name}: light-dark\\((.*)\\);`).exec(part)?.[1] ?? '';
    const [l = NaN, c = NaN, h = NaN] =
      (colours.match(/oklch\(([^)]*)\)/g) ?? [])[theme]?.match(/[\d.]+/g)?.map(Number) ?? [];
    return { l, c, h };
  };
  expect(shadeColour(1)).toBe(`color-mix(in oklab, var(--accent) ${MOST_SHADE}.0%, var(--surface))`);
  const share = MOST_SHADE / 100;
  for (const [block, least] of [
    [':root', 4.5],
    ["[data-contrast='more']", 7],
  ] as const)
    for (const theme of [0, 1]) {
      const [accent, surface] = [token(block, 'accent', theme), token(block, 'surface', theme)];
      // Both are of one hue (the surface of none in places), so that a mixture in OKLab is one of lightness and chroma.
      const ground = {
        l: accent.l * share + surface.l * (1 - share),
        c: accent.c * share + surface.c * (1 - share),
        h: accent.h,
      };
      for (const ink of ['ink', 'ink-2'])
        expect(contrastRatio(token(block, ink, theme), ground), `${block} ${ink} ${theme}`).toBeGreaterThan(
          least,
        );
    }
});
