import type { Recommendation, Rejected, SolveResponse } from '#contract/sizer/solve-response.ts';
import type { QuestionKind } from '../read/intent.ts';
import type { ReadMessage } from '../read/read-message.ts';
import { failures, figure, hardware, money, ms, speed, split, stack, usd } from './figures.ts';
import { planMessage } from './plan-message.ts';

function namedGpus(read: ReadMessage): string[] {
  return [...new Set(read.mentions.gpus.flatMap((mention) => mention.family.map((gpu) => gpu.gpu_model)))];
}

/** Rows that a question points at: by GPU, by vendor, by place ("1 and 2"); none named gives none. */
function pointedAt(read: ReadMessage, rows: readonly Recommendation[]): Recommendation[] {
  const gpus = namedGpus(read);
  const byGpu = read.mentions.gpus.flatMap((mention) => {
    const row = rows.find((candidate) => mention.family.some((gpu) => gpu.gpu_model === candidate.gpu_model));
    return row === undefined ? [] : [row];
  });
  if (gpus.length > 0) return [...new Set(byGpu)];
  const words: Readonly<Record<string, number>> = {
    first: 1,
    second: 2,
    third: 3,
    fourth: 4,
    fifth: 5,
    top: 1,
    '1st': 1,
    '2nd': 2,
    '3rd': 3,
  };
  const ranks = [
    ...read.text.matchAll(
      /(?<![\w.])(?:#|option |number |no\. )?(\d{1,2})(?![\w.])|\b(first|second|third|fourth|fifth|1st|2nd|3rd)\b/g,
    ),
  ].map((match) => Number(match[1] ?? words[match[2] ?? ''] ?? 0));
  return [...new Set(ranks.flatMap((rank) => rows[rank - 1] ?? []))];
}

function cheapest(rows: readonly Recommendation[]): Recommendation | undefined {
  return rows
    .filter((row) => row.capex_usd !== null)
    .sort((a, b) => (a.capex_usd ?? 0) - (b.capex_usd ?? 0) || a.rank - b.rank)[0];
}

const least = (rows: readonly Recommendation[], of: (row: Recommendation) => number | null) =>
  rows.filter((row) => of(row) !== null).sort((a, b) => (of(a) ?? 0) - (of(b) ?? 0) || a.rank - b.rank)[0];

function describe(row: Recommendation): string {
  return `${hardware(row)} for ${stack(row)}: ${speed(row)}; ${money(row)}`;
}

function whyRejected(
  read: ReadMessage,
  rows: readonly Recommendation[],
  rejected: readonly Rejected[],
  withFix: boolean,
): string {
  const gpus = namedGpus(read);
  const vendors = read.mentions.vendors.map(({ vendor }) => vendor as string);
  const isMeant = (item: { gpu_model: string; vendor: string }) =>
    (gpus.length === 0 && vendors.length === 0) ||
    gpus.includes(item.gpu_model) ||
    vendors.includes(item.vendor);
  const hits = rejected.filter(isMeant);
  const lines = hits.slice(0, 4).map((item) => {
    const fix =
      item.relaxation === null
        ? 'Nothing that you could change would let it pass.'
        : `It would pass with: ${item.relaxation.message.replace(/\.?$/, '.')}`;
    return withFix
      ? `${item.gpu_display_name}: ${fix} (Now: ${failures(item)}.)`
      : `${item.gpu_display_name} was rejected: ${failures(item)}. ${fix}`;
  });
  if (hits.length > 4) lines.push(`${hits.length - 4} more fail in the same way or another.`);
  if (lines.length > 0) return lines.join(' ');
  const viable = rows.filter(isMeant);
  const [row] = viable;
  if (row !== undefined && (gpus.length > 0 || vendors.length > 0))
    return `${row.gpu_display_name} was not rejected: it is number ${row.rank} of ${rows.length}, ${describe(row)}.`;
  const names = read.mentions.gpus.map((mention) => mention.span.text).concat(vendors);
  if (names.length > 0)
    return `${names.join(', ')} was not a candidate in this answer: the filters leave it out, or nothing covers it.`;
  return 'No candidate was rejected in this answer.';
}

/** Answers a question about the last answer with that answer's own numbers. */
export function answerQuestion(
  about: QuestionKind,
  read: ReadMessage,
  response: Partial<SolveResponse>,
): string {
  const rows = response.recommendations ?? [];
  const rejected = response.rejected ?? [];
  const pointed = pointedAt(read, rows);
  const best = pointed[0] ?? response.primary_recommendation ?? rows[0];
  if (about === 'why_rejected') return whyRejected(read, rows, rejected, false);
  if (about === 'what_would_fit') return whyRejected(read, rows, rejected, true);
  if (best === undefined) return 'The last answer holds no recommendation to ask about.';
  switch (about) {
    case 'cheapest': {
      const row = cheapest(rows);
      return row === undefined
        ? 'No price is known for any of the recommendations.'
        : `The cheapest is number ${row.rank}: ${describe(row)}.`;
    }
    case 'fastest': {
      const row = least(rows, (one) => one.expected_p99_e2e_ms) ?? best;
      return `The lowest latency has number ${row.rank}: ${describe(row)}.`;
    }
    case 'highest_throughput': {
      const row = least(rows, (one) => -one.expected_tps_total) ?? best;
      return `The highest throughput has number ${row.rank}: ${describe(row)}.`;
    }
    case 'fewest_gpus': {
      const row = least(rows, (one) => one.gpus_needed) ?? best;
      return `The fewest GPUs has number ${row.rank}: ${describe(row)}.`;
    }
    case 'lowest_power': {
      const row = least(rows, (one) => one.power_w);
      return row === undefined
        ? 'No power figure is known for any of the recommendations.'
        : `The least power has number ${row.rank}: ${figure((row.power_w ?? 0) / 1000)} kW, ${describe(row)}.`;
    }
    case 'confidence': {
      const tps = best.intervals['expected_tps_total'];
      const p99 = best.intervals['expected_p99_e2e_ms'];
      const [near] = best.nearest_points;
      return [
        `Confidence ${best.confidence.replace('_', ' ')} for ${best.gpu_display_name}: ${best.confidence_reason.replace(/\.$/, '')}.`,
        tps === undefined
          ? ''
          : `80 % of such figures lie between ${figure(tps.low)} and ${figure(tps.high)} tokens/s.`,
        p99 === undefined ? '' : `p99 between ${ms(p99.low)} and ${ms(p99.high)}.`,
        near === undefined
          ? 'There is no measurement near.'
          : `Nearest measured point: ${near.model_code} on ${near.gpus} × ${near.gpu_model}, ${near.framework} ${near.precision}, ${near.isl}/${near.osl} tokens at ${near.concurrency} in flight (${near.source}).`,
      ]
        .filter((part) => part !== '')
        .join(' ');
    }
    case 'compare': {
      const [a, b] =
        pointed.length >= 2
          ? pointed
          : pointed.length === 1
            ? [best, rows.find((row) => row !== best)]
            : [rows[0], rows[1]];
      if (a === undefined || b === undefined) return whyRejected(read, rows, rejected, false);
      return `${a.rank}: ${describe(a)}; ${a.power_w === null ? 'power unknown' : `${figure(a.power_w / 1000)} kW`}. ${b.rank}: ${describe(b)}; ${b.power_w === null ? 'power unknown' : `${figure(b.power_w / 1000)} kW`}.`;
    }
    case 'nodes':
      return `${best.nodes_needed} ${best.nodes_needed === 1 ? 'node' : 'nodes'} of ${best.gpus_per_node} GPUs: ${hardware(best)}.`;
    case 'gpus':
      return `${best.gpus_needed} GPUs: ${hardware(best)}.`;
    case 'cost':
      return `${hardware(best)}: ${money(best)}${best.opex_annual_usd === null ? '' : `, opex ${usd(best.opex_annual_usd)} a year`}.`;
    case 'power':
      return best.power_w === null
        ? 'No power figure is known for it.'
        : `${figure(best.power_w / 1000)} kW${best.cooling_w === null ? '' : ` and ${figure(best.cooling_w / 1000)} kW of cooling`} for ${hardware(best)}.`;
    case 'memory':
      return `Of ${figure(best.memory.vram_gb)} GB a GPU: weights ${figure(best.memory.weights_gb)} GB, KV cache ${figure(best.memory.kv_cache_gb)} GB, headroom ${figure(best.memory.headroom_gb)} GB (${figure(best.memory.headroom_pct)} %) on ${best.gpu_display_name}.`;
    case 'latency':
    case 'throughput':
      return `${best.gpu_display_name}: ${speed(best)}; p99 TTFT ${ms(best.expected_ttft_p99_ms)}, ${figure(best.expected_requests_per_sec)} requests/s.`;
    case 'assumptions':
      return (response.assumptions ?? []).length === 0
        ? 'Nothing had to be assumed.'
        : `Assumed: ${(response.assumptions ?? []).join(' ')}`;
    case 'bom':
      return `${best.bill_of_materials
        .filter((line) => line.quantity > 0)
        .map(
          (line) =>
            `${figure(line.quantity)} × ${line.description}${line.included ? ' (included)' : `: ${usd(line.total_usd)}`}`,
        )
        .join('; ')}. ${money(best)}.`;
    case 'parallelism':
      return `${hardware(best)}: ${split(best)}, ${best.concurrency_per_replica} requests in flight a replica.`;
    case 'launch':
      return best.launch_command === null
        ? 'No launch command is known for it.'
        : `On each replica: ${best.launch_command}`;
    case 'why_chosen':
      return `${best.gpu_display_name} is number ${best.rank} of ${rows.length}: ${describe(best)}. What binds first: ${best.binding_constraint.message.replace(/\.?$/, '.')}`;
    case 'alternatives':
      return rows.length < 2
        ? 'There is no other recommendation in this answer.'
        : rows
            .slice(0, 4)
            .map((row) => `${row.rank}: ${hardware(row)}, ${money(row)}`)
            .join('. ')
            .concat('.');
    case 'summary':
      return planMessage({
        ...(response as SolveResponse),
        primary_recommendation: best,
        recommendations: [...rows],
        rejected: [...rejected],
      });
  }
}
