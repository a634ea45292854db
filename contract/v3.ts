import { z } from 'zod';

/** Source: control-plane API, "Versioning". */
export const V3_GONE_SINCE = '2026-05-15';

const column = z.object({ v3: z.string(), v4: z.array(z.string()), note: z.string() });
export const v3MappingSchema = z.object({
  gone_since: z.string(),
  views: z.array(z.object({ v3: z.string(), v4: z.string(), changes: z.string(), columns: z.array(column) })),
});
export type V3Mapping = z.infer<typeof v3MappingSchema>;

/** What became of each table of version 3: its view, and its columns that have other names. */
export const V3_VIEWS: V3Mapping['views'] = [
  {
    v3: 'benchmark_results',
    v4: 'v_benchmark_results',
    changes: 'tokens_per_sec unchanged; latency_p50_ms split into ttft_p50_ms and tpot_p50_ms',
    columns: [
      { v3: 'tokens_per_sec', v4: ['tokens_per_sec'], note: 'unchanged' },
      { v3: 'latency_p50_ms', v4: ['ttft_p50_ms', 'tpot_p50_ms'], note: 'split' },
    ],
  },
  {
    v3: 'inferencemax_outputs',
    v4: 'v_inferencex_outputs',
    changes: 'New confidence_interval_lower, confidence_interval_upper',
    columns: [],
  },
  {
    v3: 'kyai_outputs',
    v4: 'v_kyai_outputs',
    changes: 'judge_score renamed score; judge_explanation renamed judge_response',
    columns: [
      { v3: 'judge_score', v4: ['score'], note: 'renamed' },
      { v3: 'judge_explanation', v4: ['judge_response'], note: 'renamed' },
    ],
  },
  {
    v3: 'server_status',
    v4: 'v_server_current_status',
    changes: 'last_seen renamed last_heartbeat_at',
    columns: [{ v3: 'last_seen', v4: ['last_heartbeat_at'], note: 'renamed' }],
  },
  {
    v3: 'telemetry_summary',
    v4: 'v_telemetry_job_summary',
    changes: 'Per-metric columns',
    columns: [],
  },
];
