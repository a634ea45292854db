import { describe, expect, it } from 'vitest';
import { vRunJobsWithParams } from '#contract/views/v-run-jobs-with-params.ts';
import { numberColumn, textColumn, timeColumn } from './data-columns.tsx';
import { anyOf, holdsText } from './any-of.ts';
import { askedColumns, askedNames, standsBefore } from './find-rows.ts';
import { metricColumn } from './metric-column.tsx';
import { windowedView } from './windowed-view.ts';

describe('a text in rows that are not read', () => {
  it('is asked of every column, and taken literally', () => {
    expect(anyOf([holdsText('run_name', 'a,b (c)'), holdsText('owner_name', 'a,b (c)')])).toBe(
      '(run_name.ilike."*a,b (c)*",owner_name.ilike."*a,b (c)*")',
    );
    expect(holdsText('n', String.raw`50%_\"`)).toBe(String.raw`n.ilike."*50\\%\\_\\\\\"*"`);
    expect(holdsText('n', 'a*b')).toBe('n.ilike."*a_b*"');
  });
});

describe('what is asked of each column', () => {
  interface Job {
    job_id: number;
    job_name: string;
    gpu_name: string | null;
    concurrency: number | null;
    tokens_per_sec: number | null;
    success_rate: number | null;
    created_at: string;
  }
  const source = windowedView({
    view: vRunJobsWithParams,
    queryKey: [],
    own: () => ({}),
    last: { column: 'job_id', direction: 'asc' },
  });
  const rows: readonly Job[] = [
    {
      job_id: 1,
      job_name: 'c8',
      gpu_name: 'H200',
      concurrency: null,
      tokens_per_sec: 12,
      success_rate: 1,
      created_at: '2026-11-28T10:00:00.123456+00:00',
    },
  ];
  const looked = [
    textColumn<Job>('job_name', 'Job', (job) => job.job_name),
    // What it shows is not what the API holds.
    textColumn<Job>('gpu_name', 'GPUs', (job) => `8 × ${job.gpu_name ?? ''}`),
    textColumn<Job>('validity', 'Self-check', () => 'valid'),
    metricColumn<Job>('concurrency'),
    metricColumn<Job>('tokens_per_sec'),
    metricColumn<Job>('success_rate'),
    timeColumn<Job>('created_at', 'Created', (job) => job.created_at),
    numberColumn<Job>('job_id', 'Job id', (job) => job.job_id),
  ];
  const asked = (text: string) =>
    Object.fromEntries(
      askedColumns({ text, looked }, source, rows).map(({ column, condition }) => [column.id, condition]),
    );

  it('of texts whether they hold it, and of no other column where it is a word', () => {
    expect(asked('h200')).toEqual({ job_name: 'job_name.ilike."*h200*"' });
    expect(asked('')).toEqual({});
    expect(askedColumns({ text: 'h200', looked }, source, [])).toEqual([]);
  });

  it('of numbers whether they are rounded to it; whole numbers are what they are', () => {
    const { tokens_per_sec, success_rate, ...others } = asked('8,123');
    expect(others).toEqual({
      job_name: 'job_name.ilike."*8,123*"',
      concurrency: 'concurrency.eq.8123',
      job_id: 'job_id.eq.8123',
    });
    expect(tokens_per_sec).toMatch(
      /^and\(tokens_per_sec\.gte\."8122\.5",tokens_per_sec\.lte\."8123\.49{5,}\d*"\)$/,
    );
    expect(success_rate).toMatch(/^and\(success_rate\.gte\."81\.22\d*",success_rate\.lte\."81\.23\d*"\)$/);
    // Half a job there is not, nor more than the database can hold; nor is a throughput shown with so many digits.
    expect(asked('12.25')).toEqual({
      job_name: 'job_name.ilike."*12.25*"',
      success_rate: expect.stringMatching(/^and\(success_rate\.gte\."0\.1224/) as string,
    });
    expect(Object.keys(asked('3000000000'))).not.toContain('job_id');
    expect(asked('0')).toMatchObject({ job_id: 'job_id.eq.0', tokens_per_sec: 'tokens_per_sec.eq.0' });
  });

  it('of times whether they are of that day, in the zone that is shown', () => {
    const [from, to] = [new Date(2026, 10, 27).toISOString(), new Date(2026, 10, 28).toISOString()];
    expect(asked('2026-11-27')).toEqual({
      job_name: 'job_name.ilike."*2026-11-27*"',
      created_at: `and(created_at.gte."${from}",created_at.lt."${to}")`,
    });
  });

  it('and says so in few words', () => {
    const names = (text: string) => askedNames(askedColumns({ text, looked }, source, rows));
    expect(names('8')).toEqual(['numbers as shown', 'Job']);
    expect(names('2026-11-27')).toEqual(['times', 'Job']);
    expect(names('h')).toEqual(['Job']);
  });

  it('of no more columns than the data API takes conditions', () => {
    const many = Array.from({ length: 30 }, () => metricColumn<Job>('tokens_per_sec'));
    expect(askedColumns({ text: '12', looked: many }, source, rows)).toHaveLength(18);
  });
});

describe('the rows before one', () => {
  const row = { run_id: 7, run_name: 'x', score: null };

  it('are those of a smaller or greater key', () => {
    expect(standsBefore(row, [{ column: 'run_id', direction: 'asc' }])).toBe('(run_id.lt."7")');
    expect(standsBefore(row, [{ column: 'run_id', direction: 'desc' }])).toBe('(run_id.gt."7")');
  });

  it('also those alike that the last column puts before', () => {
    expect(
      standsBefore(row, [
        { column: 'run_name', direction: 'desc' },
        { column: 'run_id', direction: 'asc' },
      ]),
    ).toBe('(run_name.gt."x",and(run_name.eq."x",or(run_id.lt."7")))');
  });

  it('are all that have a value before one that has none', () => {
    expect(
      standsBefore(row, [
        { column: 'score', direction: 'desc' },
        { column: 'run_id', direction: 'desc' },
      ]),
    ).toBe('(score.not.is.null,and(score.is.null,or(run_id.gt."7")))');
  });
});
