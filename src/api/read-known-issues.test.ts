import { expect, it } from 'vitest';
import { startApi } from './api.ts';
import { readKnownIssues } from './read-known-issues.ts';

const ORG = '00000000-0000-4000-8000-000000000002';
const SESSION = {
  access_token: 't',
  expires_in: 600,
  account: {
    account_id: '6f1c1a52-5d1b-4d0c-9f0a-0a5b3f6c2d11',
    email: 'ada@example.org',
    display_name: 'Ada',
  },
};
const issue = (at: number) => ({
  known_issue_id: `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`,
  org_id: ORG,
  job_id: at,
  issue_text: 'Throttled',
  issue_url: null,
  created_by_name: null,
  created_at: '2026-11-27T10:00:00Z',
});

it('reads every known issue, also those beyond one answer', async () => {
  const all = Array.from({ length: 2001 }, (_, at) => issue(at));
  const asked: URLSearchParams[] = [];
  await startApi({
    fetch: (input) => {
      const url = new URL(input instanceof Request ? input.url : String(input), 'http://x');
      if (!url.pathname.endsWith('/v_known_issues')) return Promise.resolve(Response.json(SESSION));
      asked.push(url.searchParams);
      const from = Number(url.searchParams.get('offset'));
      const end = from + Number(url.searchParams.get('limit'));
      return Promise.resolve(Response.json(all.slice(from, end)));
    },
  });
  const read = await readKnownIssues([ORG]);
  expect(read.map(({ job_id: id }) => id)).toEqual(all.map(({ job_id: id }) => id));
  // Told apart by their ids, so that no page repeats or skips one of the same instant.
  expect(asked.map((params) => params.get('order'))).toEqual(
    Array(3).fill('created_at.desc.nullslast,known_issue_id.desc.nullslast'),
  );
});
