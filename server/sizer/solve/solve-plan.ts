import type { AiModelFact } from '#catalog/ai-model-schema.ts';
import { NOTHING, profileOf } from './answer-parts.ts';
import { standingAssumptions, warningsOf } from './answer-notes.ts';
import { fitCheck } from './fit-check.ts';
import { mixedFleet } from './mixed-fleet.ts';
import type { Question } from './question.ts';
import { bestOfFamilies, ranked, type Viable } from './rank.ts';
import { recommendation } from './recommendation.ts';
import { nothingViable, rejectedRow, relaxationOf } from './rejections.ts';
import type { Candidate, SearchParts } from './search.ts';
import type { Session } from './session.ts';
import { quickResult, refinedResult } from './solve-gpu.ts';
import type { SolveOutcome } from './solve-outcome.ts';
import { trainingRequired } from './training-required.ts';

/** GPU models whose measured layouts are tried beside the best stack. */
const WIDE_GPUS = 12;
const MOST_ROWS = 20;
/** Rows of each further model where none was named. */
const ROWS_OF_OTHER_MODELS = 3;
const GPUS_OF_OTHER_MODELS = 5;
/** GPU models whose best stacks are asked of the whole model: the rows shown and a few that may fall out. */
const REFINED_GPUS = 23;

interface Solved {
  readonly viable: Viable[];
  readonly rejected: Candidate[];
  /** GPU models that carry it too by the fast physics, too far behind to be asked further. */
  readonly behind: string[];
}

function solveModel(model: AiModelFact, question: Question, parts: SearchParts, isMain: boolean): Solved {
  const results = question.gpus.map((gpu) => quickResult(model, gpu, question, parts));
  const bestOf = new Map(
    results.flatMap((result) => (result.quick[0] === undefined ? [] : [[result.quick[0], result]])),
  );
  const order = ranked([...bestOf.keys()], question);
  const place = new Map(order.map((candidate, index) => [bestOf.get(candidate), index]));
  const viable: Viable[] = [];
  const rejected: Candidate[] = [];
  const behind: string[] = [];
  const placed = [...results].sort((a, b) => (place.get(a) ?? 0) - (place.get(b) ?? 0));
  for (const result of placed) {
    const index = place.get(result) ?? 0;
    const isBehind = index >= (isMain ? REFINED_GPUS : GPUS_OF_OTHER_MODELS);
    if (isBehind && viable.length > 0) {
      behind.push(result.gpu.gpu_model);
      continue;
    }
    const outcome = refinedResult(result, isMain && index < WIDE_GPUS, question, parts);
    viable.push(...outcome.viable);
    if (outcome.rejected !== undefined) rejected.push(outcome.rejected);
  }
  return { viable, rejected, behind };
}

/** A sizing plan or a model fit: every model over every GPU model, ranked rows, rejections with what would mend them. */
export function solvePlan(question: Question, session: Session): SolveOutcome {
  const { parts } = session;
  const [main, ...others] = question.models;
  if (main === undefined)
    return trainingRequired('No model to size for.', {
      features: question.features,
      catalog: session.catalog,
    });
  const fit = fitCheck(question);
  const solved = solveModel(main, question, parts, true);
  const chosen = chosenRows(solved.viable, question);
  const alsoViable = [...chosen.others, ...solved.behind];
  const rows = chosen.rows.map((viable, index) => recommendation(viable, index + 1, question, parts));
  const mixed = rows.length > 0 ? null : mixedFleet(solved.rejected, question, parts);
  if (mixed !== null) rows.push(mixed);
  for (const model of others) {
    const beside = solveModel(model, question, parts, false);
    const best = bestOfFamilies(ranked(beside.viable, question)).slice(0, ROWS_OF_OTHER_MODELS);
    for (const viable of best) rows.push(recommendation(viable, rows.length + 1, question, parts));
  }
  const relaxed = solved.rejected.map((candidate) => ({
    candidate,
    relaxation: relaxationOf(candidate, question, session),
  }));
  const rejected = relaxed.map(({ candidate, relaxation }) => rejectedRow(candidate, relaxation));
  if (rows.length === 0 && question.kind === 'plan')
    return nothingViable(question, relaxed, rejected, session);
  const [primary] = rows;
  return {
    ...NOTHING,
    status: 'completed',
    plan_type: question.kind === 'model_fit' || !question.load.isGiven ? 'model_fit_only' : 'capacity_sized',
    primary_recommendation: primary ?? null,
    recommendations: rows,
    rejected,
    fit_check: fit,
    evaluated_profile: profileOf(question),
    warnings: [
      ...question.warnings,
      ...warningsOf(rows, question),
      ...(alsoViable.length === 0
        ? []
        : [`Also viable, ranked behind these ${chosen.rows.length} rows: ${alsoViable.join(', ')}.`]),
    ],
    assumptions: [...question.assumptions, ...standingAssumptions(question)],
    model_version: parts.predictor.version,
  };
}

/** Up to twenty rows in the asked order: the best of each GPU model, then further precisions and frameworks while there is room. */
function chosenRows(viable: readonly Viable[], question: Question): { rows: Viable[]; others: string[] } {
  const families = bestOfFamilies(ranked(viable, question));
  const seen = new Set<string>();
  const isFirstOfGpu = families.map(({ stack }) => {
    const isFirst = !seen.has(stack.gpu.gpu_model);
    seen.add(stack.gpu.gpu_model);
    return isFirst;
  });
  const firsts = families.filter((_, index) => isFirstOfGpu[index]);
  const shown = new Set(firsts.slice(0, MOST_ROWS));
  for (const family of families) if (shown.size < MOST_ROWS) shown.add(family);
  return {
    rows: families.filter((family) => shown.has(family)),
    others: firsts.slice(MOST_ROWS).map(({ stack }) => stack.gpu.gpu_model),
  };
}
