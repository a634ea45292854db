import type { AiModelFact } from '#catalog/ai-model-schema.ts';
import type { GpuFact } from '#catalog/gpu-schema.ts';
import type { NoViableDetails } from '#contract/sizer/error-details.ts';
import type { SolveResponse } from '#contract/sizer/solve-response.ts';
import type { Predictor } from '../calibration/predictor.ts';
import { SizerError } from '../sizer-error.ts';
import { NOTHING, profileOf } from './answer-parts.ts';
import type { Clarification } from './clarification.ts';
import { measuredLayouts } from './measured-layouts.ts';
import type { Question } from './question.ts';
import { isClarification, readRequest } from './read-request.ts';
import { askedDeployment, scalarResults } from './scalar-results.ts';
import { withChanges, type Session } from './session.ts';
import type { SolveContext, SolveOutcome, Solver } from './solve-outcome.ts';
import { solvePlan } from './solve-plan.ts';
import { trainingRequired } from './training-required.ts';
import { gpuPrices, type GpuPrices } from './unit-prices.ts';

/** What the solver is made of. */
export interface SolverParts {
  readonly predictor: Predictor;
  readonly gpus: readonly GpuFact[];
  readonly models: readonly AiModelFact[];
}

/** The sizing function over a catalog and a trained model. */
export function createSolver({ predictor, gpus, models }: SolverParts): Solver {
  return {
    solve(request, context = {}) {
      const own = context.predictor ?? predictor;
      const known = (context.models ?? []).length === 0 ? models : [...models, ...(context.models ?? [])];
      const session: Session = {
        body: typeof request === 'object' && request !== null ? { ...request } : {},
        catalog: { gpus, models: known },
        context,
        parts: {
          predictor: own,
          pricesOf: priceBook(context),
          layoutsOf: (model, gpu) => measuredLayouts(own, known, gpus, model, gpu),
        },
      };
      return solveSession(session);
    },
  };
}

function priceBook(context: SolveContext): (gpu: GpuFact) => GpuPrices {
  const overrides = new Map((context.prices ?? []).map((price) => [price.gpu_model, price]));
  const known = new Map<string, GpuPrices>();
  return (gpu) => {
    let prices = known.get(gpu.gpu_model);
    if (prices === undefined) {
      prices = gpuPrices(gpu, overrides.get(gpu.gpu_model));
      known.set(gpu.gpu_model, prices);
    }
    return prices;
  };
}

function solveSession(session: Session): SolveOutcome {
  const read = readRequest(session.body, session.catalog, session.context);
  if (read instanceof Error) return read;
  const { version } = session.parts.predictor;
  if (isClarification(read)) return askBack(read, version);
  if (read.kind === 'scalars') return solveScalars(read, session);
  const answer = solvePlan(read, session);
  const isNothing = answer instanceof SizerError && answer.code === 'NO_VIABLE_RECOMMENDATION';
  if (!isNothing || !read.limits.isProfileAssumed || !failsOnLatency(answer)) return answer;
  // Nobody asked for the production profile: it gives way where nothing keeps it.
  const body = withChanges(session.body, [{ feature: 'latency_slo', from: null, to: 'batch' }]);
  const relaxed = readRequest(body, session.catalog, session.context);
  if (relaxed instanceof Error || isClarification(relaxed)) return answer;
  const second = solvePlan(
    {
      ...relaxed,
      features: read.features,
      warnings: [
        ...relaxed.warnings,
        'No deployment keeps the assumed production latency profile under these constraints: the rows are sized without it. Set latency_slo to insist on a profile.',
      ],
    },
    { ...session, body },
  );
  return second instanceof SizerError ? answer : second;
}

function failsOnLatency(error: SizerError): boolean {
  const { rejected } = error.details as NoViableDetails;
  return rejected.some((row) => row.constraint_failures.some(({ constraint }) => constraint === 'latency'));
}

function askBack({ clarification }: Clarification, version: string): SolveResponse {
  return { ...NOTHING, status: 'needs_clarification', clarification, model_version: version };
}

/** Without hardware the figures are of the deployment that would be recommended: its features in the place of those not given. */
function recommendedDeployment(session: Session): SolveOutcome | Record<string, unknown> {
  const body = { ...session.body, solve_for: 'sizing_plan', solve_for_many: undefined };
  const planned = solveSession({ ...session, body });
  if (planned instanceof Error || planned.primary_recommendation === null) return planned;
  const { gpu_model, framework, precision, parallelism, gpus_needed } = planned.primary_recommendation;
  return {
    allowed_gpu_models: [gpu_model],
    allowed_vendors: null,
    framework,
    precision,
    decode_tp: parallelism.tp,
    pp: parallelism.pp,
    ep: parallelism.ep,
    dp_attention: parallelism.dp,
    gpu_count: gpus_needed,
  };
}

function solveScalars(question: Question, session: Session): SolveOutcome {
  const { predictor, layoutsOf } = session.parts;
  const [model] = question.models;
  const [gpu] = question.gpus;
  const uncovered = (message: string) =>
    trainingRequired(message, { features: question.features, catalog: session.catalog, model });
  if (model === undefined || gpu === undefined) return uncovered('There is nothing to estimate.');
  if (!question.isHardwareNamed) {
    const found = recommendedDeployment(session);
    if (found instanceof Error || 'status' in found) return found as SolveOutcome;
    const changes = Object.entries(found).map(([feature, to]) => ({ feature, from: null, to }));
    const answer = solveSession({ ...session, body: withChanges(session.body, changes) });
    if (answer instanceof Error) return answer;
    const note = 'No hardware was named: figures are of the deployment that a sizing plan would recommend.';
    return { ...answer, assumptions: [...answer.assumptions, note] };
  }
  const asked = askedDeployment(question, model, gpu, predictor, layoutsOf(model, gpu));
  const { memory } = asked;
  if (memory === null)
    return uncovered(`There is no ${asked.point.precision} version of ${model.model_name}.`);
  const prediction = predictor.predict(asked.point);
  if ('uncovered' in prediction) {
    return uncovered(
      `No figures for ${model.model_name} on ${gpu.gpu_display_name}: ${prediction.uncovered}.`,
    );
  }
  return {
    ...NOTHING,
    status: 'completed',
    evaluated_profile: profileOf(question),
    scalar_results: scalarResults(question.scalars, { ...asked, memory }, prediction, question),
    warnings: [
      ...question.warnings,
      ...(memory.fit === 'no' ? [memory.message] : []),
      'Scalar estimates are for dashboards and diagnostics, not for procurement decisions.',
    ],
    assumptions: [
      ...question.assumptions,
      ...(question.gpus.length > 1
        ? [`Several GPU models are allowed: figures are of ${gpu.gpu_display_name}.`]
        : []),
    ],
    model_version: predictor.version,
  };
}
