import { expect, it } from 'vitest';
import { overviewCalls } from './overview-calls.ts';

it('copies the calls whose answers are listed, in the order in which they are listed', () => {
  const org = '00000000-0000-4000-8000-000000000002';
  const paths = overviewCalls(org, [org], '2026-11-20T00:00:00Z').map(({ path }) => decodeURIComponent(path));
  const [failed, active] = paths.filter((path) => path.startsWith('/v_job_current_status'));
  expect(failed).toContain('order=finished_at.desc.nullslast,job_id.desc.nullslast');
  expect(failed).toContain('status_code=in.(failed)');
  expect(active).toContain('order=status_code.desc.nullslast,job_id.asc.nullslast');
});
