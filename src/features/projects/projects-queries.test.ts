import { expect, it } from 'vitest';
import { projectsRead } from './projects-queries.ts';

it('reads projects that were used at the same moment in one order, whoever asks and when', () => {
  expect(projectsRead('one').order?.map(({ column }) => column)).toEqual(['last_activity_at', 'project_id']);
});
