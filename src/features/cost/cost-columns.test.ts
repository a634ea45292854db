import { expect, it } from 'vitest';
import type { KnownIssue } from '#contract/views/v-known-issues.ts';
import { toCsv } from '#lib/csv.ts';
import { estimateOf } from '#src/components/results/estimate-fixture.ts';
import { shownColumns } from '#src/components/table/table-view.ts';
import { writtenColumns } from '#src/components/table/written-columns.ts';
import { costColumns } from './cost-columns.tsx';
import { costRows } from './cost-rows.ts';

const issue: KnownIssue = {
  known_issue_id: '00000000-0000-4000-8000-00000000000f',
  org_id: '00000000-0000-4000-8000-00000000000a',
  job_id: 11,
  issue_text: 'Throttled',
  issue_url: null,
  created_by_name: null,
  created_at: '2026-11-28T10:00:00Z',
};

it('says of each cost what to know before trusting it, and in files where it is found again', () => {
  const rows = costRows(
    [
      estimateOf({
        job_id: 12,
        job_ids: [12, 11],
        n: 2,
        run_id: 7,
        tokens_per_sec: 1_000,
        created_at: '2026-08-01T10:00:00Z',
        success_rate: 0.98,
        confidence_interval_lower: 800,
        confidence_interval_upper: 1_250,
      }),
      estimateOf({ job_id: 31, job_ids: [31], run_id: 8, gpu_name: 'H200', tokens_per_sec: 500 }),
    ],
    new Map([['b200-sxm', { usd: 0.9, source: 'a list', isOwn: false, isGuess: false }]]),
    { tokens: 'output', utilisation: 1, user: null },
  );
  const columns = costColumns({
    tokens: 'output',
    cheapest: rows[0],
    nowMs: Date.parse('2026-11-28T12:00:00Z'),
    issues: new Map([[11, [issue]]]),
  });
  const shown = shownColumns(columns, ['usd_per_million_tokens', 'notes']);
  // 8 GPUs at $0.90 an hour over 3.6 million tokens.
  expect(toCsv(writtenColumns(columns, shown), rows).split('\r\n').slice(1, 3)).toEqual([
    '2,known issue: Throttled; over 90 days old; 2 % of requests failed,1.6,2.5,,12,12 11,7',
    '4,,,,"one measurement, so no interval: it may change",31,31,8',
  ]);
});
