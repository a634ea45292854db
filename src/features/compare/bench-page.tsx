import '#src/styles.css';
import { onlineManager, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterProvider,
  useRouterState,
} from '@tanstack/react-router';
import { useLayoutEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { METRICS, type MetricKey } from '#contract/metrics.ts';
import { vBenchmarkResults, type BenchmarkResult } from '#contract/views/v-benchmark-results.ts';
import { createRandom } from '#lib/random.ts';
import { setUpZod } from '#src/api/zod-setup.ts';
import { knownIssuesQuery } from '#src/api/known-issues.ts';
import { estimateOf } from '#src/components/results/estimate-fixture.ts';
import { compareSearch, type CompareView } from './compare-search.ts';
import { MOST_JOBS } from './job-ids.ts';
import { selectedQuery } from './selected-query.ts';
import { SelectedResults } from './selected-results.tsx';

/** The page that `npm run bench:web` measures comparing as many results as can be on: they are read already, drawing waits for `bench.show()`. */
interface CompareBench {
  readonly show: () => void;
  readonly set: (change: Partial<CompareView>) => void;
  readonly scroll: (frames: number) => Promise<void>;
}

const ORG = ['00000000-0000-4000-8000-000000000001'];
const ids = Array.from({ length: MOST_JOBS }, (_, index) => 1000 + index);
const random = createRandom(1);
const shape = vBenchmarkResults.row.shape;
const metrics = (Object.keys(METRICS) as MetricKey[]).filter((key) => key in shape);
const EMPTY = Object.fromEntries(Object.keys(shape).map((key) => [key, null])) as unknown as BenchmarkResult;
const figure = (): number | null =>
  random.integer(0, 50) === 0 ? null : random.integer(1, 1_000_000) / 1000;

const results = ids.map((id): BenchmarkResult => ({
  ...EMPTY,
  ...Object.fromEntries(metrics.map((key) => [key, figure()])),
  org_id: ORG[0] ?? '',
  job_id: id,
  job_name: `llama-70b-fp8-tp${2 ** random.integer(0, 3)}-c${2 ** random.integer(0, 9)} (${id})`,
  provenance: 'measured',
  tool_code: 'bench-llm',
  model_code: `model ${random.integer(1, 4)}`,
  quantization_code: random.integer(0, 1) === 0 ? 'fp8' : 'bf16',
  gpu_model: `GPU ${random.integer(1, 12)}`,
  gpu_count: 2 ** random.integer(0, 3),
  framework_code: 'vllm',
  framework_version: `0.${random.integer(9, 12)}.0`,
  input_sequence_length: 1024,
  output_sequence_length: 1024,
  concurrency: 2 ** random.integer(0, 9),
  statistic: 'as named',
  is_valid: true,
  invalid_reasons: [],
}));
const estimates = results.map(({ job_id: id, tokens_per_sec: mean }) =>
  estimateOf({
    job_id: id,
    job_ids: [id],
    n: 5,
    tokens_per_sec: mean ?? 1,
    confidence_interval_lower: (mean ?? 1) * 0.98,
    confidence_interval_upper: (mean ?? 1) * 1.02,
  }),
);

setUpZod();
// Nothing is asked of a server that is not there.
onlineManager.setOnline(false);
const client = new QueryClient();
client.setQueryData(selectedQuery(ORG, ids).queryKey, { results, estimates });
client.setQueryData(knownIssuesQuery(ORG).queryKey, []);

let set: CompareBench['set'] = () => undefined;
let show: (isShown: boolean) => void = () => undefined;

function Bench() {
  const [isShown, setIsShown] = useState(false);
  const [view, setView] = useState<CompareView>(() => compareSearch.read({}));
  const isReady = useRouterState({ select: ({ status }) => status === 'idle' });
  useLayoutEffect(() => {
    set = (change) => flushSync(() => setView((before) => ({ ...before, ...change })));
    show = (next) => flushSync(() => setIsShown(next));
  }, []);
  if (!isShown) return <p data-ready={isReady}>Results</p>;
  return (
    <SelectedResults
      ids={ids}
      orgIds={ORG}
      picker={null}
      view={view}
      onViewChange={(change) => setView((before) => ({ ...before, ...change }))}
    />
  );
}

const element = document.getElementById('root');
if (element === null) throw new Error('The bench page has no #root');
const router = createRouter({
  routeTree: createRootRoute({ component: Bench }),
  history: createMemoryHistory(),
});
createRoot(element).render(
  <QueryClientProvider client={client}>
    <RouterProvider router={router as never} />
  </QueryClientProvider>,
);
const bench: CompareBench = {
  show: () => show(true),
  set: (change) => set(change),
  scroll: async (frames) => {
    const box = document.querySelector('[role=region]');
    for (let index = 1; index <= frames; index += 1) {
      box?.scrollTo({ left: index * 211 });
      await new Promise(requestAnimationFrame);
    }
  },
};
Object.assign(window, { bench });
