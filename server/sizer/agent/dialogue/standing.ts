import type { AgentRequest } from '#contract/sizer/agent.ts';
import { compactFeatures, featuresOfForm, FEATURES_WITHOUT_FIELD } from '#contract/sizer/form-mapping.ts';
import type { SolveFeatures } from '#contract/sizer/solve-request.ts';
import type { FeatureKey } from '../read/change.ts';
import type { Catalog } from './apply.ts';
import { isGiven } from './describe.ts';
import { replay, type Standing } from './replay.ts';

const same = (a: unknown, b: unknown) => JSON.stringify(a ?? null) === JSON.stringify(b ?? null);

function sameFeatures(a: SolveFeatures, b: SolveFeatures): boolean {
  const keys = new Set([...Object.keys(a), ...Object.keys(b)]) as Set<FeatureKey>;
  keys.delete('sizing_goal');
  return [...keys].every((key) => same(a[key], b[key]));
}

/** An assistant turn that gave no plan: a question at its end, or a failure. */
function hadNoPlan(content: string): boolean {
  return content.trim().endsWith('?') || content.startsWith('No plan:');
}

/**
 * What stands before this message, from everything the caller passed on. `previous_request` counts first; without it the
 * user's turns are replayed. A `previous_request` from before turns that ended in a question or a failure is brought up to date
 * with them. The form then adds or replaces what a person chose there by hand; a form that never followed the conversation adds
 * nothing. A constraint is taken away only by words, or by the form where it holds the value but no longer its flag.
 */
export function standingOf(request: AgentRequest, catalog: Catalog): Standing {
  const standings = replay(request.history, catalog);
  const told = standings.at(-1) ?? { features: {}, recent: [], earlier: [] };
  const previous =
    request.previous_request == null ? null : compactFeatures(request.previous_request.features);
  let features = previous ?? told.features;
  if (previous !== null) {
    const users = request.history.flatMap((message, index) => (message.role === 'user' ? [index] : []));
    const turn = standings.findLastIndex((standing) => sameFeatures(standing.features, previous));
    if (turn > 0 && turn < standings.length - 1) {
      const answers = users.slice(turn).map((index) => request.history[index + 1]?.content ?? '?');
      if (answers.every(hadNoPlan)) features = told.features;
    }
  }
  features = withForm(request, features, told.features);
  const earlier = sameFeatures(features, told.features) ? told.earlier : rebased(told, features);
  return { features, recent: told.recent, earlier };
}

/** Undo for a conversation whose state was also edited elsewhere: the last turn's own changes are taken back, the rest stays. */
function rebased(told: Standing, features: SolveFeatures): SolveFeatures[] {
  return told.earlier.map((before, index) => {
    const after = told.earlier[index + 1] ?? told.features;
    const keys = new Set([...Object.keys(before), ...Object.keys(after)]) as Set<FeatureKey>;
    const moved = [...keys].filter((key) => !same(before[key], after[key]));
    const reverted: Record<string, unknown> = { ...features };
    for (const key of moved) reverted[key] = before[key] ?? null;
    return compactFeatures(reverted);
  });
}

function withForm(request: AgentRequest, features: SolveFeatures, told: SolveFeatures): SolveFeatures {
  const form = featuresOfForm(request.form);
  const keys = Object.keys(form).filter((key) => key !== 'sizing_goal') as FeatureKey[];
  const spoken = (Object.keys(told) as FeatureKey[]).filter(
    (key) => key !== 'sizing_goal' && same(told[key], features[key]),
  );
  const isFollowing = spoken.length === 0 || spoken.some((key) => same(form[key], features[key]));
  const result: Record<string, unknown> = { ...features };
  for (const key of keys) {
    if (same(form[key], features[key])) continue;
    // What the conversation set or lifted is newer than a form that never took any of it.
    const wasSpokenOf = isGiven(told[key]) || request.history.length > 0;
    if (!isFollowing && wasSpokenOf && isGiven(features[key])) continue;
    result[key] = form[key];
  }
  for (const key of liftedByForm(request, features)) if (!isGiven(form[key])) result[key] = null;
  const merged = compactFeatures(result);
  if (keys.length > 0 && features.sizing_goal == null && form.sizing_goal != null)
    merged.sizing_goal = form.sizing_goal;
  return merged;
}

/** Constraints whose value still stands in the form while their flag was taken away: a person switched them off there. */
function liftedByForm(request: AgentRequest, features: SolveFeatures): FeatureKey[] {
  const { form } = request;
  const chosen = new Set(form.selectedRequestInputs);
  if (chosen.size === 0) return [];
  const off = (
    input: (typeof form.selectedRequestInputs)[number],
    isHeld: boolean,
    keys: readonly FeatureKey[],
  ) => (!chosen.has(input) && isHeld ? keys : []);
  return [
    ...off('modelServing', same(form.displayModel, features.display_model) && form.displayModel !== '', [
      'display_model',
    ]),
    ...off('frameworkFilter', same(form.framework, features.framework), ['framework']),
    ...off('precisionFilter', same(form.precision, features.precision), ['precision']),
    ...off('budget', form.budgetUsd > 0 && form.budgetUsd === features.budget_usd, [
      'budget_usd',
      'budget_basis',
    ]),
    ...off('nodeLimit', form.maxNodes > 0 && form.maxNodes === features.max_nodes, ['max_nodes']),
    ...off('latencyLimit', form.maxP99E2EMs > 0 && form.maxP99E2EMs === features.max_latency_p99_ms, [
      'max_latency_p99_ms',
    ]),
    ...off(
      'activeUsersPeak',
      form.activeUsersPeak > 0 && form.activeUsersPeak === features.active_users_peak,
      ['active_users_peak'],
    ),
  ].filter((key) => !(FEATURES_WITHOUT_FIELD as readonly string[]).includes(key));
}
