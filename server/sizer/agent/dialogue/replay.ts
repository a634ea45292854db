import type { SizerAgentMessage } from '#contract/sizer/agent.ts';
import type { SolveFeatures } from '#contract/sizer/solve-request.ts';
import type { FeatureKey } from '../read/change.ts';
import { readMessage, type ReadMessage } from '../read/read-message.ts';
import { applyChanges, type Applied, type Catalog } from './apply.ts';
import { expectationOf } from './expectation.ts';

/** A conversation up to a turn. */
export interface Standing {
  readonly features: SolveFeatures;
  /** Features that the last turn with changes touched. */
  readonly recent: readonly FeatureKey[];
  /** Earlier standings, for "undo". */
  readonly earlier: readonly SolveFeatures[];
}

export const NOTHING: Standing = { features: {}, recent: [], earlier: [] };

export interface Turn {
  readonly read: ReadMessage;
  readonly applied: Applied;
  readonly standing: Standing;
}

/** One user message on top of what stands. */
export function takeTurn(
  message: string,
  standing: Standing,
  lastAssistant: string | null,
  hasAnswer: boolean,
  catalog: Catalog,
): Turn {
  const read = readMessage(message, {
    ...catalog,
    currentModel:
      catalog.models.find((model) => model.model_name === standing.features.display_model) ?? null,
    hasAnswer,
    expectation: expectationOf(lastAssistant, standing.recent, standing.features, catalog),
  });
  return applyTurn(read, standing, catalog);
}

/** What a read message makes of what stands: "start over" and "undo" come first, its own changes after them. */
export function applyTurn(read: ReadMessage, standing: Standing, catalog: Catalog): Turn {
  const base = baseOf(read, standing);
  const applied = applyChanges(base.features, read.changes, catalog);
  const isSame = JSON.stringify(applied.features) === JSON.stringify(standing.features);
  if (isSame)
    return {
      read,
      applied,
      standing: { ...standing, recent: applied.changed.length > 0 ? applied.changed : standing.recent },
    };
  return {
    read,
    applied,
    standing: {
      features: applied.features,
      recent: applied.changed.length > 0 ? applied.changed : standing.recent,
      earlier: read.intent.kind === 'undo' ? base.earlier : [...base.earlier, standing.features],
    },
  };
}

function baseOf(read: ReadMessage, standing: Standing): Standing {
  if (read.intent.kind === 'start_over') return { features: {}, recent: [], earlier: standing.earlier };
  if (read.intent.kind === 'undo') {
    return { features: standing.earlier.at(-1) ?? {}, recent: [], earlier: standing.earlier.slice(0, -1) };
  }
  return standing;
}

/** Turns that were read before: reading is pure, and every request brings its whole history along again. */
const MEMORY = 2_000;
const remembered = new WeakMap<Catalog['models'], Map<string, Standing>>();

function standingAfter(
  message: string,
  standing: Standing,
  lastAssistant: string | null,
  catalog: Catalog,
): Standing {
  const known = remembered.get(catalog.models) ?? new Map<string, Standing>();
  remembered.set(catalog.models, known);
  const key = JSON.stringify([message, standing, lastAssistant]);
  const before = known.get(key);
  if (before !== undefined) return before;
  const after = takeTurn(message, standing, lastAssistant, lastAssistant !== null, catalog).standing;
  if (known.size >= MEMORY) known.clear();
  known.set(key, after);
  return after;
}

/** The standing after each user turn of a history; the first is before any. */
export function replay(
  history: readonly SizerAgentMessage[],
  catalog: Catalog,
  from: Standing = NOTHING,
): Standing[] {
  const standings = [from];
  let standing = from;
  let lastAssistant: string | null = null;
  for (const { role, content } of history) {
    if (role === 'assistant') {
      lastAssistant = content;
      continue;
    }
    standing = standingAfter(content, standing, lastAssistant, catalog);
    standings.push(standing);
  }
  return standings;
}
