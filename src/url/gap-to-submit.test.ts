import { expect, it } from 'vitest';
import { gapSearch } from '#src/features/runs/matrix/gap-search.ts';
import { jobMatrix } from '#src/features/runs/matrix/job-matrix.ts';
import { runJob } from '#src/features/runs/run-job-fixture.ts';
import { initialValues } from '#src/features/submit/initial-values.ts';
import { valuesOfJob } from '#src/features/submit/values-of-job.ts';
import { submitSearch } from '#src/features/submit/submit-search.ts';
import { parseSearchText, stringifySearchText } from '#src/url/search-text.ts';

it('what a gap of the matrix writes is what Submit reads, shows and keeps in its address', () => {
  const jobs = [
    runJob({ concurrency: 8, quantization_code: 'fp4', config_code: 'tp4' }),
    runJob({ concurrency: 8, quantization_code: 'fp4', config_code: 'tp4' }),
    runJob({ concurrency: 64, output_sequence_length: 128, config_code: 'tp4' }),
  ];
  const { blocks } = jobMatrix(jobs, null);
  const row = blocks[0]?.rows.find(({ output }) => output === 1024);
  const gap = row === undefined ? null : gapSearch(row, 64);
  if (gap === null) throw new Error('no gap');
  const address = stringifySearchText({ ...gap });
  const search = submitSearch.read(parseSearchText(address));
  expect(stringifySearchText(submitSearch.write(search))).toBe(address);
  const like = jobs.find((job) => job.job_id === search.from);
  if (like === undefined) throw new Error('no such job');
  const job = { id: like.job_id, name: like.job_name, values: valuesOfJob(like) };
  expect(
    initialValues({ search, job, projects: [], servers: [], frameworks: [], versions: [] }),
  ).toMatchObject({
    p_tool: 'bench-llm',
    p_project_name: 'P',
    p_run_name: 'R',
    p_server_hostname: 'gpu-1',
    p_config_code: 'tp4',
    p_model_code: 'm',
    p_framework_code: 'vllm',
    p_version: '0.11.0',
    p_quantization_code: 'fp4',
    p_concurrency: '64',
    p_input_sequence_length: '1024',
    p_output_sequence_length: '1024',
    p_repeats: '2',
  });
});
