import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { benchLlmSpecSchema } from '#contract/worker/bench-llm-spec.ts';
import { quantile, sorted } from '#lib/statistics.ts';
import { createRawClient } from '#worker/bench/http/raw-client.ts';
import { createUndiciClient } from '#worker/bench/http/undici-client.ts';
import type { HttpClient } from '#worker/bench/http/client.ts';
import { runClosedLoop } from '#worker/bench/llm/closed-loop.ts';
import { prepare } from '#worker/bench/llm/prepare.ts';
import { PromptBook } from '#worker/bench/llm/prompt-book.ts';
import { fetchText } from '#worker/bench/llm/fetch-text.ts';
import { judge } from '#worker/bench/llm/self-check.ts';

/**
 * How far the load generator's numbers are from what the server did: the same statistics from the client's stamps
 * and from the stamps of an engine that shares its clock.
 * Goal at 1,000 streams on a quiet core: |TTFT p50 error| <= 1 ms, |TPOT p50| <= 0.1 %, |TPOT p99| <= 0.5 %.
 *
 *   tsx worker/bench/bench-loadgen.ts [--streams 250,1000] [--seconds 5] [--transport raw|undici] [--input-len 600]
 */
const { values } = parseArgs({
  options: {
    streams: { type: 'string', default: '250,1000' },
    seconds: { type: 'string', default: '5' },
    transport: { type: 'string', default: 'raw' },
    'input-len': { type: 'string', default: '600' },
  },
});
/** Whatever happens, nothing of this outlives its time. */
const HARD_LIMIT_MS = 120_000;
const LONGEST_S = 30;

interface Trace {
  readonly id: string;
  readonly sentAt: number;
  readonly arrivals: Float64Array;
}

const at = (samples: number[], q: number): number => quantile(sorted(samples), q) ?? Number.NaN;
const fixed = (value: number, digits = 3): string => value.toFixed(digits);

async function measure(baseUrl: string, streams: number, seconds: number): Promise<void> {
  const url = new URL(baseUrl);
  const client: HttpClient =
    values.transport === 'undici' ? createUndiciClient(url, streams, null) : createRawClient(url);
  const seed = Date.now() % 1_000_000_000;
  const spec = benchLlmSpecSchema.parse({
    schema_version: 1,
    base_url: baseUrl,
    model: 'mock',
    concurrency: streams,
    num_requests: 1_000_000,
    num_warmups: streams,
    max_duration_s: seconds,
    input_len: Number(values['input-len']),
    output_len: 120,
    range: { mode: 'symmetric', value: 0.5 },
    seed,
  });
  const prepared = await prepare(client, spec, null);
  const book = await PromptBook.create(
    { ...spec, num_requests: Math.min(spec.num_requests, streams * 8) },
    prepared,
    null,
    new AbortController().signal,
  );
  const traces: Trace[] = [];
  const record = await runClosedLoop({
    client,
    spec,
    book,
    signal: AbortSignal.timeout(HARD_LIMIT_MS),
    onMeasured: (request, index) => {
      if (request.outcome === 'ok')
        traces.push({
          id: `measured-${seed}-${index}`,
          sentAt: request.sentAt,
          arrivals: request.arrivals.slice(0, request.chunks),
        });
    },
  });
  const answer = await fetchText(
    client,
    { method: 'GET', path: `/stamps?prefix=measured-${seed}`, headers: {}, body: null },
    20_000,
  );
  client.close();
  if (answer.kind === 'failed' || traces.length === 0)
    throw new Error(answer.kind === 'failed' ? answer.message : 'no request succeeded');
  const stampsById = JSON.parse(answer.text) as Record<string, number[]>;

  const lag: number[] = [];
  const send: number[] = [];
  const seen = { ttft: [] as number[], tpot: [] as number[] };
  const stamped = { ttft: [] as number[], tpot: [] as number[] };
  let events = 0;
  for (const { id, sentAt, arrivals } of traces) {
    const [receivedAt = NaN, ...stamps] = stampsById[id] ?? [];
    if (stamps.length !== arrivals.length)
      throw new Error(`${id}: ${arrivals.length} events arrived of ${stamps.length}`);
    send.push(receivedAt - sentAt);
    stamps.forEach((stamp, i) => lag.push((arrivals[i] ?? NaN) - stamp));
    events += stamps.length;
    const span = (samples: ArrayLike<number>): number =>
      (samples[samples.length - 1] ?? NaN) - (samples[0] ?? NaN);
    seen.ttft.push((arrivals[0] ?? NaN) - sentAt);
    stamped.ttft.push((stamps[0] ?? NaN) - sentAt);
    seen.tpot.push(span(arrivals) / (arrivals.length - 1));
    stamped.tpot.push(span(stamps) / (stamps.length - 1));
  }
  const self = judge(record.readings, at(seen.ttft, 0.5));
  const percent = (q: number): string => fixed((at(seen.tpot, q) / at(stamped.tpot, q) - 1) * 100);
  const windowS = (record.windowTo - record.windowFrom) / 1000;
  const lines = [
    `${client.transport}, ${streams} streams, ${traces.length} requests, ${Math.round(events / windowS)} events/s over ${fixed(windowS, 1)} s`,
    `  TTFT p50 ${fixed(at(seen.ttft, 0.5))} ms, error ${fixed(at(seen.ttft, 0.5) - at(stamped.ttft, 0.5))} ms (p99 ${fixed(at(seen.ttft, 0.99) - at(stamped.ttft, 0.99))} ms)`,
    `  TPOT p50 ${fixed(at(seen.tpot, 0.5))} ms, error p50 ${percent(0.5)} %, p99 ${percent(0.99)} %`,
    `  event lag p50 ${fixed(at(lag, 0.5))} ms, p99 ${fixed(at(lag, 0.99))} ms; send to engine p50 ${fixed(at(send, 0.5))} ms, p99 ${fixed(at(send, 0.99))} ms`,
    `  CPU ${fixed(((self.cpuShare ?? NaN) * windowS * 1e6) / events, 1)} us/event, loop utilisation ${fixed(self.eventLoopUtilization ?? NaN, 2)}, loop delay p99 ${fixed(self.loopDelayP99Ms ?? NaN, 2)} ms, GC ${fixed((self.gcShare ?? NaN) * 100, 2)} %, send late p99 ${fixed(self.sendLateP99Ms ?? NaN, 2)} ms`,
    `  self-check ${self.valid ? 'valid' : `INVALID: ${self.reasons.join('; ')}`}`,
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
}

const engine = spawn(
  process.execPath,
  ['--import', 'tsx', fileURLToPath(new URL('./bench-loadgen-engine.ts', import.meta.url))],
  {
    stdio: ['pipe', 'pipe', 'inherit'],
    timeout: HARD_LIMIT_MS,
    killSignal: 'SIGKILL',
  },
);
try {
  const [port] = (await once(engine.stdout, 'data')) as [Buffer];
  for (const streams of values.streams.split(','))
    await measure(
      `http://127.0.0.1:${port.toString().trim()}`,
      Number(streams),
      Math.min(Number(values.seconds), LONGEST_S),
    );
} finally {
  engine.kill('SIGKILL');
}
