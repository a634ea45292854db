import { AI_MODELS } from '#catalog/ai-models/index.ts';
import { GPUS } from '#catalog/gpus/index.ts';
import { agentRequestSchema, type AgentRequest, type AgentResponse } from '#contract/sizer/agent.ts';
import type { ServiceContext, ServiceTrainAnswer, TrainingPoint } from '#contract/sizer/service.ts';
import type { Artifact } from './calibration/artifact.ts';
import type { Catalog } from './calibration/observation.ts';
import { resolveOwnPoints } from './calibration/own-points.ts';
import type { Predictor } from './calibration/predictor.ts';
import { createPredictor } from './calibration/trained-predictor.ts';
import { cachedSolver } from './cached-solver.ts';
import { isAnswer, type SolveContext, type SolveOutcome, type Solver } from './solve/solve-outcome.ts';
import { createSolver } from './solve/solver.ts';
import type { Question, ThreadWork } from './thread-messages.ts';
import { trainWorkspace } from './train-workspace.ts';
import { WorkspaceModelReader, type WorkspaceModels } from './workspace-models.ts';
import { DamagedTraining, type WorkspacePoints } from './workspace-points.ts';

/** The agent as it is needed here. */
export interface TurnTaker {
  turn(request: AgentRequest, context: SolveContext): Promise<AgentResponse>;
  rehearse(message: string): Promise<void>;
}

interface Own {
  readonly trainedAt: string;
  readonly models: WorkspaceModels;
  /** Null: its points cannot be read. */
  readonly predictor: Predictor | null;
}

/** Workspaces whose own predictor is kept; one takes some MB. */
const MOST_OWN = 50;

/** All that computes: one in each thread. Same question, same answer. */
export class Brain {
  readonly #artifact: Artifact;
  readonly #points: WorkspacePoints;
  readonly #solver: Solver;
  readonly #agent: TurnTaker;
  readonly #models = new WorkspaceModelReader();
  readonly #own = new Map<string, Own>();
  /** What each context in use amounts to. */
  readonly #keys = new WeakMap<SolveContext, string>();

  constructor(parts: {
    readonly artifact: Artifact;
    readonly points: WorkspacePoints;
    readonly agentOf: (solver: Solver) => TurnTaker;
  }) {
    this.#artifact = parts.artifact;
    this.#points = parts.points;
    const solver = createSolver({
      predictor: createPredictor(parts.artifact),
      gpus: GPUS,
      models: AI_MODELS,
    });
    this.#solver = cachedSolver(solver, (context) => this.#keys.get(context) ?? null);
    this.#agent = parts.agentOf(this.#solver);
  }

  /** One answer for nobody: `rehearsalOf` says what it is for. */
  rehearse(message: string): Promise<void> {
    return this.#agent.rehearse(message);
  }

  /** Any work. The outcome of a question may be an error, answered or thrown. */
  run(work: ThreadWork): Promise<unknown> {
    switch (work.kind) {
      case 'solve':
        return this.solve(work.question);
      case 'agent':
        return this.agent(work.question);
      case 'train':
        return Promise.resolve(this.train(work.context, work.points));
    }
  }

  async solve(question: Question): Promise<SolveOutcome> {
    const { context, warnings } = await this.#contextOf(question);
    const outcome = this.#solver.solve(question.request, context);
    return isAnswer(outcome) && warnings.length > 0
      ? { ...outcome, warnings: [...outcome.warnings, ...warnings] }
      : outcome;
  }

  /** Throws ZodError for a request that cannot be read. */
  async agent(question: Question): Promise<AgentResponse> {
    const request = agentRequestSchema.parse(question.request);
    const { context, warnings } = await this.#contextOf(question);
    const answer = await this.#agent.turn(request, context);
    if (answer.response === null || warnings.length === 0) return answer;
    return {
      ...answer,
      response: { ...answer.response, warnings: [...answer.response.warnings, ...warnings] },
    };
  }

  train(context: ServiceContext, points: readonly TrainingPoint[]): ServiceTrainAnswer {
    return trainWorkspace(this.#artifact, catalogWith(this.#models.read(context.models)), points);
  }

  async #contextOf({ context, trainedAt }: Question): Promise<{ context: SolveContext; warnings: string[] }> {
    const models = this.#models.read(context.models);
    const own = trainedAt === null ? null : await this.#ownOf(context.org_id, trainedAt, models);
    const warnings = models.unreadable.map(
      (code) =>
        `The workspace’s model ${code} was added by another version of the sizer and is left out: add it again.`,
    );
    if (own !== null && own.predictor === null)
      warnings.push(
        'The workspace’s training points cannot be read and are left out: train the sizer again.',
      );
    const made: SolveContext = {
      prices: context.prices,
      models: models.models,
      usdPerKwh: context.usd_per_kwh,
      coloUsdPerKwMonth: context.colo_usd_per_kw_month,
      ...(own?.predictor == null ? {} : { predictor: own.predictor }),
    };
    const { org_id: orgId, ...rest } = context;
    this.#keys.set(made, JSON.stringify([trainedAt === null ? null : [orgId, trainedAt], rest]));
    return { context: made, warnings };
  }

  async #ownOf(orgId: string, trainedAt: string, models: WorkspaceModels): Promise<Own> {
    const known = this.#own.get(orgId);
    if (known?.trainedAt === trainedAt && known.models === models) return known;
    const predictor = await this.#readOwn(orgId, models);
    const own = { trainedAt, models, predictor };
    if (this.#own.size >= MOST_OWN) this.#own.clear();
    this.#own.set(orgId, own);
    return own;
  }

  async #readOwn(orgId: string, models: WorkspaceModels): Promise<Predictor | null> {
    try {
      const stored = await this.#points.read(orgId);
      const catalog = catalogWith(models);
      const left = new Set(stored?.answer.skipped.map(({ point_id: id }) => id));
      const points = (stored?.points ?? []).filter(({ point_id: id }) => !left.has(id));
      return createPredictor(this.#artifact, resolveOwnPoints(points, catalog).points, catalog);
    } catch (error) {
      if (error instanceof DamagedTraining) return null;
      throw error;
    }
  }
}

function catalogWith({ models }: WorkspaceModels): Catalog {
  return {
    models: new Map([...AI_MODELS, ...models].map((model) => [model.model_code, model])),
    gpus: new Map(GPUS.map((gpu) => [gpu.gpu_model, gpu])),
  };
}
