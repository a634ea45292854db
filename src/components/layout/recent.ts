import { z } from 'zod';
import type { Command } from './commands.ts';

/** An object that was looked at: its page, its name, what it is, and in what: the project of a run. */
const recentSchema = z.object({
  path: z.string(),
  label: z.string(),
  kind: z.string(),
  of: z.string().optional(),
});
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

/** How the palette offers it, under the id that a search gives the same object. */
export function commandOf({ path, label, kind, of }: Recent): Command {
  return {
    id: `${kind.toLowerCase()}-${path.slice(path.lastIndexOf('/') + 1)}`,
    label,
    group: 'Recent',
    detail: of === undefined ? kind : `${of} · ${kind}`,
    // An address that was open before.
    run: (navigate) => void navigate({ to: path as '/' }),
  };
}

/** What the page of a path shows, for pages of one object; null for the others. */
export function kindOf(fullPath: string): string | null {
  const name = /^\/w\/\$orgId\/(project|run|job)s\/\$/.exec(fullPath)?.[1];
  return name === undefined ? null : `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
}
