import { defaultFilter } from 'cmdk';

/** What is said beside a name, an id, a project or another word for it, counts for half of what the name does. */
const BESIDE = 0.5;

/**
 * How well a command answers what was typed, 0 (not at all) to 1. What is called so stands before what only lies in
 * something that is called so: typing a project's name finds the project first, then its jobs.
 */
export function paletteScore(id: string, typed: string, [label = '', ...beside]: readonly string[]): number {
  return Math.max(defaultFilter(label, typed, []), BESIDE * defaultFilter(id, typed, [...beside]));
}
