import { describe, expect, it } from 'vitest';
import { readTrainingPoints, TrainingFileError } from './training-points.ts';

const HEADER =
  'mode,model_code,family,gpu_model,framework,framework_version,measured_on,precision,gemm_quant,moe_quant,isl,osl,concurrency,gpus,tp,dp_attention,ep,prefill_workers,prefill_gpus,prefill_tp,prefill_dp,prefill_ep,decode_workers,decode_gpus,decode_tp,decode_dp,decode_ep,ttft_ms,tpot_ms,origin';
const AGGREGATED =
  'aggregated,minimax-m2.5,minimax,b300-sxm,vllm,0.19.0,2026-04-17,fp8,fp8,fp8,8192,1024,128,4,4,1,1,,,,,,,,,,,972.311,33.4429,InferenceX database dump 2026-04-27';
const DISAGGREGATED =
  'disaggregated,kimi-k2.5,kimi,gb200-nvl72,trt-llm,1.1.0-dev.2,2026-04-18,fp4,nvfp4,nvfp4,1024,1024,4,36,,,,1,4,1,4,4,4,8,8,1,8,195.513,5.3168,InferenceX database dump 2026-04-27';

function problemsOf(csv: string): readonly string[] {
  try {
    readTrainingPoints(csv);
  } catch (error) {
    if (error instanceof TrainingFileError) return error.problems;
  }
  return [];
}

describe('readTrainingPoints', () => {
  it('reads aggregated and disaggregated rows', () => {
    const [aggregated, disaggregated] = readTrainingPoints(`${HEADER}\n${AGGREGATED}\n${DISAGGREGATED}\n`);
    expect(aggregated).toMatchObject({
      line: 2,
      modelCode: 'minimax-m2.5',
      frameworkVersion: '0.19.0',
      concurrency: 128,
      layout: { mode: 'aggregated', parallelism: { tp: 4, pp: 1, dp: 1, ep: 1 } },
      ttftMs: 972.311,
      slice: null,
    });
    expect(disaggregated?.layout).toEqual({
      mode: 'disaggregated',
      prefill: { workers: 1, gpus: 4, parallelism: { tp: 1, pp: 1, dp: 4, ep: 4 } },
      decode: { workers: 4, gpus: 8, parallelism: { tp: 8, pp: 1, dp: 1, ep: 8 } },
    });
  });

  it('takes a slice column, a byte order mark, carriage returns and quoted cells', () => {
    const csv = `\uFEFF${HEADER},slice\r\n${AGGREGATED.replace('InferenceX database dump 2026-04-27', '"a ""b"", c"')},unseen model\r\n`;
    const [point] = readTrainingPoints(csv);
    expect(point).toMatchObject({ origin: 'a "b", c', slice: 'unseen model' });
  });

  it('names the line and the cell of every fault', () => {
    const faulty = [
      AGGREGATED.replace(',128,', ',many,'),
      AGGREGATED.replace('972.311', '-1'),
      AGGREGATED.replace('vllm', 'tgi'),
      AGGREGATED.replace('aggregated', 'both'),
      'one,two',
    ];
    const problems = problemsOf(`${HEADER}\n${AGGREGATED}\n${faulty.join('\n')}\n`);
    expect(problems).toHaveLength(5);
    expect(problems[0]).toBe('line 3, concurrency "many": not a whole number');
    expect(problems[1]).toBe('line 4, ttft_ms "-1": must be above 0');
    expect(problems[2]).toContain('line 5, framework "tgi"');
    expect(problems[3]).toContain('line 6: mode is "both"');
    expect(problems[4]).toBe('line 7: 2 cells, the header has 30');
  });

  it('refuses a split that does not make up the GPUs', () => {
    expect(problemsOf(`${HEADER}\n${AGGREGATED.replace(',128,4,4,', ',128,6,4,')}`)).toEqual([
      'line 2: gpus 6 is no multiple of tp · dp_attention',
    ]);
  });

  it('refuses a file without the columns, and one without rows', () => {
    expect(problemsOf('a,b\n1,2')[0]).toContain('line 1: columns missing: mode, model_code');
    expect(problemsOf(`${HEADER}\n`)).toEqual(['line 2: no rows']);
  });
});
