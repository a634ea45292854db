import { vKnownIssues, type KnownIssue } from '#contract/views/v-known-issues.ts';
import { api } from './api.ts';
import { isIn } from './view-query.ts';

const ANSWER_ROWS = 1000;

/** All that is known to be wrong with figures of these workspaces, the newest first: one left out would look as if there were none. */
export async function readKnownIssues(
  orgIds: readonly string[],
  signal?: AbortSignal,
): Promise<readonly KnownIssue[]> {
  const rows: KnownIssue[] = [];
  for (;;) {
    const page = await api().readView(
      vKnownIssues,
      {
        filters: { org_id: isIn(orgIds) },
        order: [
          { column: 'created_at', direction: 'desc' },
          { column: 'known_issue_id', direction: 'desc' },
        ],
        range: [rows.length, rows.length + ANSWER_ROWS - 1],
      },
      { signal },
    );
    rows.push(...page.rows);
    if (page.rows.length < ANSWER_ROWS) return rows;
  }
}
