import { describe, expect, it } from 'vitest';
import { estimateOf } from '#src/components/results/estimate-fixture.ts';
import { parseSearchText, stringifySearchText } from '#src/url/search-text.ts';
import { figureOf } from './compare-measures.ts';
import { compareSearch } from './compare-search.ts';
import { chooseSet } from './chosen-set.ts';
import { setsOf } from './compare-sets.ts';
import { curatedPairs } from './curated-pairs.ts';
import { rankText, setRanks } from './set-ranks.ts';
import { hiddenOf, seriesOf, seriesToken, shownOf } from './set-series.ts';
import { suggestTarget, targetRows } from './target-rows.ts';

const NOTHING = { model: '', shape: '', gpu: '', fw: '', prec: '', src: '' };
const ROWS = [
  estimateOf({ job_id: 1, framework_code: 'vllm' }),
  estimateOf({ job_id: 2, framework_code: 'sglang', framework_version: '0.5.4' }),
  estimateOf({ job_id: 3, framework_code: 'vllm', gpu_name: 'H100' }),
  estimateOf({ job_id: 4, framework_code: 'sglang', provenance: 'published' }),
  estimateOf({ job_id: 5, model_code: 'qwen3-32b' }),
];

describe('setsOf', () => {
  it('finds what differs in one thing and never mixes provenances', () => {
    expect(setsOf('frameworks', ROWS)).toMatchObject([
      {
        compared: 2,
        rows: 2,
        parts: { model: 'llama-3.1-70b', gpu: '8 × B200', prec: 'fp8', shape: '1024/1024', src: 'measured' },
      },
    ]);
    expect(setsOf('quantization', ROWS)).toEqual([]);
    expect(setsOf('models', ROWS)).toMatchObject([{ compared: 2, parts: { gpu: '8 × B200', fw: 'vllm' } }]);
    expect(setsOf('hardware', ROWS)).toMatchObject([{ compared: 2, rows: 3 }]);
  });
});

describe('chooseSet', () => {
  it('takes the most comparable, and says what is not there', () => {
    const sets = setsOf('frameworks', ROWS);
    expect(chooseSet('frameworks', sets, NOTHING)?.set).toBe(sets[0]);
    expect(chooseSet('frameworks', sets, { ...NOTHING, model: 'gpt' })).toMatchObject({
      set: sets[0],
      missing: ['model gpt'],
    });
    expect(chooseSet('frameworks', [], NOTHING)).toBeNull();
  });
});

describe('seriesOf', () => {
  it('never joins rows of another deployment into a line, and names what differs', () => {
    const at = (job_id: number, concurrency: number, tp: number, per_gpu: number) =>
      estimateOf({ job_id, concurrency, workload_options: { tp }, tokens_per_sec_per_gpu: per_gpu });
    const series = seriesOf('frameworks', [at(1, 8, 8, 50), at(2, 4, 8, 30), at(3, 4, 4, 90)]);
    expect(series.map(({ name, rows }) => [name, rows.map((row) => row.job_id)])).toEqual([
      ['vllm 0.11.0 · TP 4', [3]],
      ['vllm 0.11.0 · TP 8', [2, 1]],
    ]);
  });

  it('draws the best of each thing compared first', () => {
    const of = (gpu_name: string, config_code: string, per_gpu: number) =>
      estimateOf({ gpu_name, config_code, tokens_per_sec_per_gpu: per_gpu });
    const series = seriesOf('concurrency', [of('B200', 'a', 9), of('B200', 'b', 8), of('H100', 'a', 3)]);
    expect(series.map(({ name }) => name)).toEqual(['8 × B200 · a', '8 × H100', '8 × B200 · b']);
  });

  it('shows few unless the address names which', () => {
    const series = Array.from({ length: 8 }, (_, id) => ({ id: String(id), name: '', rows: [] }));
    expect([...hiddenOf(series, [])]).toEqual(['6', '7']);
    expect(hiddenOf(series, ['all']).size).toBe(0);
    expect(shownOf(series, new Set(['0', '1', '2', '3', '4', '5', '6']))).toEqual([seriesToken('7')]);
    expect([...hiddenOf(series, [seriesToken('7')])]).toEqual(['0', '1', '2', '3', '4', '5', '6']);
    expect(shownOf(series, new Set(series.map(({ id }) => id)))).toEqual(['none']);
  });
});

describe('curatedPairs', () => {
  it('offers only pairs that differ in one thing', () => {
    expect(curatedPairs(ROWS).map(({ kind, jobIds }) => [kind, jobIds])).toEqual([
      ['frameworks', [1, 2]],
      ['models', [1, 5]],
    ]);
    const unlike = [ROWS[0], estimateOf({ job_id: 9, framework_code: 'sglang', concurrency: 1 })];
    expect(curatedPairs(unlike.flatMap((row) => row ?? []))).toEqual([]);
  });
});

describe('targets', () => {
  const point = (tokens_per_sec_per_user: number, tokens_per_sec_per_gpu: number) => ({
    tokens_per_sec_per_user,
    tokens_per_sec_per_gpu,
  });
  const series = [
    { id: 'a', name: 'a', rows: [point(20, 1000), point(60, 600), point(50, 100)] },
    { id: 'b', name: 'b', rows: [point(40, 400), point(80, 200)] },
    { id: 'c', name: 'c', rows: [point(70, 900), point(90, 800)] },
    { id: 'd', name: 'd', rows: [{ tokens_per_sec_per_user: null, tokens_per_sec_per_gpu: 5 }] },
  ];
  it('reads fronts between their points and never beyond them', () => {
    const rows = targetRows(series, 'tokens_per_sec_per_user', 'tokens_per_sec_per_gpu', 40);
    expect(rows.map(({ id, value, how, ofBest }) => [id, value, how, ofBest])).toEqual([
      // The dominated point at 50 is not on the way.
      ['a', 800, 'interpolated', 1],
      ['b', 400, 'measured', 0.5],
      ['c', null, 'outside', null],
      ['d', null, 'no values', null],
    ]);
  });
  it('suggests where all can be read, else the middle', () => {
    const [a, b] = series;
    if (a === undefined || b === undefined) throw new Error('no series');
    expect(suggestTarget([a, b], 'tokens_per_sec_per_user', 'tokens_per_sec_per_gpu')).toBe(49);
    expect(suggestTarget(series, 'tokens_per_sec_per_user', 'tokens_per_sec_per_gpu')).toBe(60);
    expect(suggestTarget([], 'tokens_per_sec_per_user', 'tokens_per_sec_per_gpu')).toBeNull();
  });
});

describe('setRanks', () => {
  it('are printed as the places that a row may hold', () => {
    expect([rankText({ best: 2, worst: 2 }), rankText({ best: 1, worst: 3 })]).toEqual(['2', '1 to 3']);
  });
  const of = (job_id: number, concurrency: number, per_gpu: number | null, half: number | null) =>
    estimateOf({
      job_id,
      concurrency,
      tokens_per_sec: 8 * (per_gpu ?? 1),
      tokens_per_sec_per_gpu: per_gpu,
      confidence_interval_lower: half === null || per_gpu === null ? null : 8 * (per_gpu - half),
      confidence_interval_upper: half === null || per_gpu === null ? null : 8 * (per_gpu + half),
    });
  it('ties what overlaps under one load, and ranks nothing without the figure', () => {
    const rows = [
      of(1, 64, 100, 10),
      of(2, 64, 95, 10),
      of(3, 64, 50, 5),
      of(4, 64, null, null),
      of(5, 8, 30, null),
    ];
    const ranks = setRanks(rows);
    expect(rows.map((row) => ranks.get(row))).toEqual([
      { best: 1, worst: 2 },
      { best: 1, worst: 2 },
      { best: 3, worst: 3 },
      undefined,
      { best: 1, worst: 1 },
    ]);
  });

  it('lets a figure whose interval begins at 0 hold as many ranks as others that wide', () => {
    const repeated = (per_gpu: number, low: number, high: number) =>
      estimateOf({
        tokens_per_sec: per_gpu,
        tokens_per_sec_per_gpu: per_gpu,
        confidence_interval_lower: low,
        confidence_interval_upper: high,
      });
    const rows = [repeated(101, 0, 203), repeated(101, 12, 190), repeated(100, 98, 102)];
    expect([...setRanks(rows).values()]).toEqual([
      { best: 1, worst: 3 },
      { best: 1, worst: 3 },
      { best: 1, worst: 3 },
    ]);
  });
});

describe('figureOf', () => {
  const row = estimateOf({
    tokens_per_sec: 800,
    tokens_per_sec_per_gpu: 100,
    usd_per_million_tokens: 4,
    ttft_p50_ms: 50,
    confidence_interval_lower: 640,
    confidence_interval_upper: 1000,
  });
  it('scales the interval of throughput to what follows it, and invents none', () => {
    expect(figureOf(row, 'tokens_per_sec_per_gpu', row)).toEqual({ value: 100, lower: 80, upper: 125 });
    expect(figureOf(row, 'usd_per_million_tokens', row)).toEqual({ value: 4, lower: 3.2, upper: 5 });
    expect(figureOf(row, 'ttft_p50_ms', row)).toEqual({ value: 50, lower: null, upper: null });
    expect(figureOf(row, 'e2e_p99_ms', row)).toBeNull();
    const wide = { ...row, confidence_interval_lower: 0 };
    expect(figureOf(wide, 'tokens_per_sec_per_gpu', wide)).toEqual({ value: 100, lower: 0, upper: 125 });
    expect(figureOf(wide, 'usd_per_million_tokens', wide)).toEqual({ value: 4, lower: 3.2, upper: null });
  });
});

it('keeps the whole view in the address', () => {
  const view = compareSearch.read({
    view: 'hardware',
    jobs: '1,2',
    base: '2',
    gpu: '8 × B200, new',
    at: '12.5',
    shown: 'none',
    scale: 'log10',
    loads: '1',
    sel: '7,9',
  });
  expect(view).toMatchObject({ jobs: ['1', '2'], gpu: '8 × B200, new', at: 12.5, loads: true });
  expect(compareSearch.read(parseSearchText(stringifySearchText(compareSearch.write(view))))).toEqual(view);
});
