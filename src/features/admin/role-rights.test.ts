import { describe, expect, it } from 'vitest';
import { ROLES } from '#contract/jobs.ts';
import { rightsMatrix } from './role-rights.ts';

describe('rightsMatrix', () => {
  it('gives each role all that the ones before it have', () => {
    for (const { has } of rightsMatrix()) {
      const given = ROLES.map((role) => has[role]);
      expect(given).toEqual([...given].sort((a, b) => Number(a) - Number(b)));
      expect(has.owner).toBe(true);
    }
  });

  it('lets viewers read and engineers submit, and keeps members to admins', () => {
    const of = (what: RegExp) => rightsMatrix().find((row) => what.test(row.what))?.has;
    expect(of(/Read every view/)).toEqual({ viewer: true, engineer: true, admin: true, owner: true });
    expect(of(/Submit/)).toEqual({ viewer: false, engineer: true, admin: true, owner: true });
    expect(of(/remove members/)).toEqual({ viewer: false, engineer: false, admin: true, owner: true });
    expect(of(/delete the workspace/)).toEqual({ viewer: false, engineer: false, admin: false, owner: true });
  });
});
