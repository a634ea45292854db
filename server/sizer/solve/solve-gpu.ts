import type { AiModelFact } from '#catalog/ai-model-schema.ts';
import type { GpuFact } from '#catalog/gpu-schema.ts';
import { disaggregatedCandidates } from './disaggregated-candidates.ts';
import type { Question } from './question.ts';
import { bestOfFamilies, leastFailing, ranked, type Viable } from './rank.ts';
import { isViable, quickCandidate, refine, searchGpu, type Candidate, type SearchParts } from './search.ts';

/** What a model comes to on one GPU model. */
export interface GpuResult {
  readonly model: AiModelFact;
  readonly gpu: GpuFact;
  /** In fast figures, best first. */
  readonly quick: readonly Viable[];
  readonly failed: readonly Candidate[];
}

/** Every stack of a model on a GPU model in fast figures: those that meet everything, best first, and the others. */
export function quickResult(
  model: AiModelFact,
  gpu: GpuFact,
  question: Question,
  parts: SearchParts,
): GpuResult {
  const candidates =
    question.mode === 'disaggregated'
      ? disaggregatedCandidates(model, gpu, question, parts)
      : searchGpu(model, gpu, question, parts);
  return {
    model,
    gpu,
    quick: ranked(candidates.filter(isViable), question),
    failed: candidates.filter((candidate) => !isViable(candidate)),
  };
}

/** Stacks whose fast figures are asked again of the whole model before a GPU is given up. */
const TRIES = 3;

/** The GPU's rows in whole figures: the best stack, and with `wide` also the layouts in which the model was measured there. */
export function refinedResult(
  result: GpuResult,
  wide: boolean,
  question: Question,
  parts: SearchParts,
): { viable: Viable[]; rejected: Candidate | undefined } {
  const viable: Viable[] = [];
  const failed: Candidate[] = [];
  const seen = new Set<string>();
  const take = (candidate: Candidate): Candidate => {
    const refined = refine(candidate, question, parts);
    if (!seen.has(refined.id)) {
      seen.add(refined.id);
      if (isViable(refined)) viable.push(refined);
      else failed.push(refined);
    }
    return refined;
  };
  const [best] = result.quick;
  if (best !== undefined) take(best);
  if (wide && question.mode === 'aggregated') {
    for (const candidate of measuredCandidates(result, question, parts)) take(candidate);
  }
  // Fast figures may be off either way: what just passed may fail, and what just failed may pass.
  const hasRow = () => viable.length > 0;
  if (!hasRow()) {
    for (const candidate of result.quick.slice(0, TRIES)) {
      if (hasRow()) break;
      take(candidate);
    }
    const close = [...result.failed].filter((candidate) => candidate.plan !== null);
    const nearest = leastFailing(close);
    if (!hasRow() && nearest !== undefined) take(nearest);
  }
  return {
    viable,
    rejected: hasRow() ? undefined : leastFailing([...failed, ...result.failed]),
  };
}

/** Measured layouts refined for one GPU model. */
const MEASURED_TRIES = 4;

/** The layouts in which the model was measured on this GPU and that keep every limit: the best of each framework and precision, best first. */
function measuredCandidates(result: GpuResult, question: Question, parts: SearchParts): Viable[] {
  const { model, gpu } = result;
  const { fixed, framework, precision } = question;
  const wanted = parts
    .layoutsOf(model, gpu)
    .filter(
      (layout) =>
        (framework === null || layout.framework === framework) &&
        (precision === null || layout.precision === precision) &&
        (fixed.tp === null || layout.parallelism.tp === fixed.tp) &&
        (fixed.pp === null || layout.parallelism.pp === fixed.pp) &&
        (fixed.ep === null || layout.parallelism.ep === fixed.ep) &&
        (fixed.dp === null || layout.parallelism.dp === fixed.dp),
    );
  const viable = wanted
    .map((layout) =>
      quickCandidate(
        {
          model,
          gpu,
          frameworkVersion: question.frameworkVersion,
          kvPrecision: question.kvPrecision,
          framework: layout.framework,
          precision: layout.precision,
          parallelism: layout.parallelism,
        },
        question,
        parts,
      ),
    )
    .filter(isViable);
  const order = ranked(viable, question);
  return [...bestOfFamilies(order)].slice(0, MEASURED_TRIES);
}
