import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { llama3_1_70b } from '#catalog/ai-models/llama-3.1-70b.ts';
import { serviceContextSchema, type TrainingPoint } from '#contract/sizer/service.ts';
import { solveResponseSchema, type SolveResponse } from '#contract/sizer/solve-response.ts';
import { readConfig, StartError } from './config.ts';
import type { SizerEngine } from './engine.ts';
import { createLogger } from './logger.ts';
import { openEngine } from './open-engine.ts';

const ORG = '7f3a1b52-6c0d-4e8f-9a21-5d4c3b2a1908';
const OTHER = '00000000-6c0d-4e8f-9a21-5d4c3b2a1908';
const artifactFile = fileURLToPath(new URL('./calibration/artifact.json', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'yardstick-engine-'));
const lines: string[] = [];
const log = createLogger({ level: 'info', destination: { write: (line) => void lines.push(line) } });

function open(threads: number, data = folder, artifact = artifactFile): SizerEngine {
  const config = readConfig({
    SIZER_JWT_SECRET: 's'.repeat(32),
    SIZER_DATA: data,
    SIZER_THREADS: String(threads),
    SIZER_REHEARSAL_PERCENT: '100',
  });
  return openEngine({ config, artifactFile: artifact, log });
}

let engine: SizerEngine;
let threaded: SizerEngine;
beforeAll(() => {
  engine = open(0);
  threaded = open(1);
});
afterAll(async () => {
  await engine.close();
  await threaded.close();
  rmSync(folder, { recursive: true, force: true });
});

const contextOf = (orgId: string, more: object = {}) =>
  serviceContextSchema.parse({ org_id: orgId, ...more });
const QUESTION = {
  fit: { modality_code: 'llm' },
  solve_for: 'sizing_plan',
  features: { display_model: 'Llama-3.1-70B', precision: 'fp8', conc: 16, isl: 1024, osl: 256 },
};
/** An answer is text; an error stays what it is. */
function read(outcome: string | Error): unknown {
  return typeof outcome === 'string' ? (JSON.parse(outcome) as unknown) : outcome;
}

async function answer(from: SizerEngine, orgId = ORG, more: object = {}): Promise<SolveResponse> {
  return solveResponseSchema.parse(read(await from.solve(contextOf(orgId, more), QUESTION)));
}

function point(jobId: number, changes: Partial<TrainingPoint> = {}): TrainingPoint {
  return {
    point_id: `job-${jobId}`,
    job_id: jobId,
    provenance: 'measured',
    model_code: 'llama-3.1-70b',
    gpu_model: 'h100-sxm',
    framework: 'vllm',
    framework_version: '0.19.0',
    measured_on: '2026-03-02',
    precision: 'fp8',
    isl: 1024,
    osl: 256,
    concurrency: 16,
    gpus: 2,
    tp: 2,
    pp: 1,
    dp_attention: 1,
    ep: 1,
    ttft_ms: 300,
    tpot_ms: 60,
    ...changes,
  };
}

it('answers while it rehearses, and says when it has', async () => {
  let isRehearsed = false;
  void threaded.rehearsed.then(() => (isRehearsed = true));
  expect(await answer(threaded)).toEqual(await answer(engine));
  expect(isRehearsed).toBe(false);
  await threaded.rehearsed;
  expect(await answer(threaded)).toEqual(await answer(engine));
}, 60_000);

describe('the engine', () => {
  it('answers the same in a thread as here, and the same again', async () => {
    const here = await answer(engine);
    expect(here.primary_recommendation).not.toBeNull();
    expect(await answer(threaded)).toEqual(here);
    expect(await answer(threaded)).toEqual(here);
  });

  it('hands an error outcome through a thread whole', async () => {
    const outcome = await threaded.solve(contextOf(ORG), {
      fit: { modality_code: 'llm' },
      features: {},
      solve_for: 'sizing_plan',
    });
    expect(outcome).toMatchObject({ name: 'SizerError', code: 'MISSING_SIZING_SIGNAL', status: 400 });
  });

  it('holds a conversation, and refuses what is none', async () => {
    const turn = read(await threaded.agent(contextOf(ORG), { message: 'llama 3.1 70b, 16 concurrent' }));
    expect(turn).toMatchObject({
      status: 'solved',
      request: { features: { conc: 16, display_model: 'Llama-3.1-70B' } },
    });
    expect(await threaded.agent(contextOf(ORG), { message: '' })).toMatchObject({
      code: 'validation_failed',
    });
  });

  it('knows a model of the workspace, and says when one cannot be read', async () => {
    const own = { ...llama3_1_70b, model_code: 'our-70b', model_name: 'Our-70B', hf_id: 'workspace/our-70b' };
    const request = { ...QUESTION, features: { ...QUESTION.features, display_model: 'Our-70B' } };
    const known = read(await engine.solve(contextOf(ORG, { models: [own] }), request));
    expect(known).toMatchObject({ primary_recommendation: { model_code: 'our-70b' } });
    expect(read(await engine.solve(contextOf(OTHER), request))).toMatchObject({
      status: 'needs_clarification',
    });
    const odd = await answer(engine, ORG, { models: [{ model_code: 'odd', layers: 3 }] });
    expect(odd.warnings.join(' ')).toContain('odd was added by another version');
  });
});

describe('training', () => {
  it('counts what takes part, says what does not and why, and what it did to the error', async () => {
    const points = [
      ...[8, 16, 24, 32].map((concurrency, i) => point(i + 1, { concurrency })),
      point(8, { model_code: 'unheard-of' }),
      point(9, { gpus: 3 }),
    ];
    const trained = await threaded.train(contextOf(ORG), points);
    expect(trained).toMatchObject({ added: 4 });
    expect(trained.points).toBe(engine.health().points + 4);
    expect(trained.skipped.map(({ point_id: id }) => id).sort()).toEqual(['job-8', 'job-9']);
    expect(trained.tpot_median_ape_before).toBeGreaterThan(20);
    expect(trained.tpot_median_ape_after ?? Infinity).toBeLessThan((trained.tpot_median_ape_before ?? 0) / 2);
    expect(await threaded.training(ORG)).toMatchObject({ points: 4, last: { added: 4 } });
    expect(await threaded.training(OTHER)).toMatchObject({ points: 0, trained_at: null, last: null });
  });

  it('changes that workspace alone, and another process finds it', async () => {
    const versions = async (from: SizerEngine) => [
      (await answer(from, ORG)).model_version,
      (await answer(from, OTHER)).model_version,
    ];
    const [mine, theirs] = await versions(threaded);
    expect(theirs).toBe(engine.health().model_version);
    expect(mine).not.toBe(theirs);
    const next = open(0);
    expect(await versions(next)).toEqual([mine, theirs]);
    await next.close();
  });

  it('that cannot be read back is left out with a warning, until the next', async () => {
    const file = join(folder, 'workspaces', `${ORG}.json`);
    writeFileSync(file, readFileSync(file, 'utf8').replace('"tp":2', '"tp":4'));
    const next = open(0);
    const damaged = await answer(next, ORG);
    expect(damaged.model_version).toBe(next.health().model_version);
    expect(damaged.warnings.join(' ')).toContain('train the sizer again');
    expect(lines.join('')).toContain('training points are damaged');
    await next.train(contextOf(ORG), []);
    expect((await answer(next, ORG)).warnings.join(' ')).not.toContain('train the sizer again');
    await next.close();
  });
});

describe('starting', () => {
  it('says in one line what is wrong with the trained model', () => {
    const bad = join(folder, 'bad.json');
    writeFileSync(bad, '{}');
    expect(() => open(0, folder, bad)).toThrow(StartError);
    expect(() => open(0, folder, join(folder, 'none.json'))).toThrow(
      /cannot read the trained model .*ENOENT/,
    );
  });
});
