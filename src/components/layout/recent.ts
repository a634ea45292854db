import { z } from 'zod';

/** An object that was looked at: its page, its name and what it is. */
const recentSchema = z.object({ path: z.string(), label: z.string(), kind: z.string() });
export type Recent = z.infer<typeof recentSchema>;

const MOST = 8;
const keyOf = (orgId: string) => `yardstick.recent.${orgId}`;

/** What was looked at last in a workspace, in this browser, newest first. */
export function recentObjects(orgId: string): readonly Recent[] {
  try {
    return recentSchema.array().parse(JSON.parse(localStorage.getItem(keyOf(orgId)) ?? '[]'));
  } catch {
    return [];
  }
}

export function rememberObject(orgId: string, seen: Recent): void {
  try {
    localStorage.setItem(keyOf(orgId), JSON.stringify(withNewest(recentObjects(orgId), seen)));
  } catch {
    // Storage refused: the palette offers nothing recent.
  }
}

/** The list after `seen` was looked at. */
export function withNewest(list: readonly Recent[], seen: Recent): Recent[] {
  return [seen, ...list.filter((one) => one.path !== seen.path)].slice(0, MOST);
}

/** What the page of a path shows, for pages of one object; null for the others. */
export function kindOf(fullPath: string): string | null {
  const name = /^\/w\/\$orgId\/(project|run|job)s\/\$/.exec(fullPath)?.[1];
  return name === undefined ? null : `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
}
