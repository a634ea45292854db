import { expect, it } from 'vitest';
import { runJob } from '../run-job-fixture.ts';
import { gapSearch } from './gap-search.ts';
import { jobMatrix } from './job-matrix.ts';

type Job = Parameters<typeof runJob>[0];
/** The search of every gap of a matrix, row by row; undefined where there is a job. */
const gapsOf = (...jobs: readonly Job[]) => {
  const { blocks, concurrencies } = jobMatrix(jobs.map(runJob), null);
  return blocks.flatMap(({ rows }) =>
    rows.map((row) =>
      row.cells.map((cell, at) => (cell === null ? gapSearch(row, concurrencies[at] ?? 0) : undefined)),
    ),
  );
};

it('is the load of the gap, with the settings of the latest job of the same deployment and lengths', () => {
  expect(
    gapsOf(
      { job_id: 901, concurrency: 8 },
      { job_id: 903, concurrency: 16 },
      { job_id: 902, concurrency: 64, input_sequence_length: 8192, output_sequence_length: 512 },
      { job_id: 904, concurrency: 64, config_code: 'tp2' },
    ),
  ).toEqual([
    [undefined, undefined, { from: '903', concurrency: '64', isl: '1024', osl: '1024' }],
    [
      { from: '902', concurrency: '8', isl: '8192', osl: '512' },
      { from: '902', concurrency: '16', isl: '8192', osl: '512' },
      undefined,
    ],
    [
      { from: '904', concurrency: '8', isl: '1024', osl: '1024' },
      { from: '904', concurrency: '16', isl: '1024', osl: '1024' },
      undefined,
    ],
  ]);
});

it('asks for as many repeats as the loads beside it have, not counting what had to be tried again', () => {
  const repeats = (...counts: readonly (readonly Job[])[]) =>
    gapsOf(...counts.flatMap((jobs, at) => jobs.map((job) => ({ concurrency: at + 1, ...job }))), {
      concurrency: 64,
      output_sequence_length: 2048,
    })
      .flat()
      .find((search) => search?.osl === '1024')?.repeats;
  const times = (count: number, job: Job = {}) => Array.from({ length: count }, () => job);
  expect(repeats(times(3), times(3), times(1))).toBe('3');
  // As often as each other: the least, which costs less.
  expect(repeats(times(3), times(2))).toBe('2');
  expect(repeats([...times(1), ...times(2, { status_code: 'failed' })])).toBeUndefined();
  expect(repeats([...times(1), ...times(2, { is_valid: false })])).toBeUndefined();
  expect(repeats(times(4, { status_code: 'cancelled' }))).toBeUndefined();
  expect(repeats(times(2, { status_code: 'queued' }))).toBe('2');
  expect(repeats(times(25))).toBe('20');
});

it('is none where no job beside it ran on a server of the workspace, and names no length that there is not', () => {
  expect(
    gapsOf(
      { concurrency: 8, server_hostname: null },
      { concurrency: 8, output_sequence_length: 64 },
      { concurrency: 16, output_sequence_length: 64 },
    ),
  ).toEqual([
    [undefined, null],
    [undefined, undefined],
  ]);
  expect(
    gapsOf(
      { job_id: 911, concurrency: 8, tool_code: 'bench-asr', input_sequence_length: null },
      {
        job_id: 912,
        concurrency: 16,
        tool_code: 'bench-asr',
        input_sequence_length: null,
        output_sequence_length: 64,
      },
    )[0],
  ).toEqual([{ from: '912', concurrency: '8', osl: '64' }, undefined]);
});
