import { availableParallelism } from 'node:os';
import type { FastifyBaseLogger } from 'fastify';
import { AI_MODELS } from '#catalog/ai-models/index.ts';
import { GPUS } from '#catalog/gpus/index.ts';
import { serviceTrainAnswerSchema } from '#contract/sizer/service.ts';
import type { ApiError } from '#contract/errors.ts';
import type { Brain } from './brain.ts';
import { readArtifact, type Artifact } from './calibration/artifact.ts';
import { StartError, type Config } from './config.ts';
import type { SizerEngine } from './engine.ts';
import { openBrain } from './open-brain.ts';
import { parseModel } from './parse-model.ts';
import type { SizerError } from './sizer-error.ts';
import {
  receivedError,
  sentErrorOf,
  type LanguageModelSettings,
  type Question,
  type ThreadData,
  type ThreadWork,
} from './thread-messages.ts';
import { ThreadPool } from './thread-pool.ts';
import { DamagedTraining, WorkspacePoints } from './workspace-points.ts';

const MOST_THREADS = 8;
/** Workspaces of which it is remembered when they were trained. */
const MOST_REMEMBERED = 10_000;

/** Where work is done: in threads, or here. */
interface Runner {
  /** When answers come at full speed; at once where nothing is rehearsed. */
  readonly rehearsed: Promise<void>;
  /** JSON text, or an outcome that is an error. */
  run(work: ThreadWork): Promise<string | SizerError | ApiError>;
  close(): Promise<void>;
}

/** Opens everything that the service does. Throws StartError when the trained model or the data folder cannot be used. */
export function openEngine(options: {
  readonly config: Config;
  readonly artifactFile: string;
  readonly log: FastifyBaseLogger;
}): SizerEngine {
  const { config, artifactFile, log } = options;
  const artifact = readShipped(artifactFile);
  const points = openPoints(config.SIZER_DATA);
  const data = {
    artifactFile,
    dataFolder: config.SIZER_DATA,
    languageModel: languageModel(config),
    rehearsalPercent: config.SIZER_REHEARSAL_PERCENT,
  };
  const threads = config.SIZER_THREADS ?? Math.min(MOST_THREADS, availableParallelism());
  const runner = threads === 0 ? runHere(data) : new ThreadPool(threads, data);
  const trained = new Map<string, string | null>();

  const trainedAt = async (orgId: string): Promise<string | null> => {
    const known = trained.get(orgId);
    if (known !== undefined) return known;
    if (trained.size >= MOST_REMEMBERED) trained.clear();
    const found = await points.read(orgId).then(
      (stored) => stored?.trained_at ?? null,
      (error: unknown) => {
        if (!(error instanceof DamagedTraining)) throw error;
        log.error({ err: error, org_id: orgId }, 'training points are damaged');
        // The thread finds the same, and says so in its answers.
        return 'damaged';
      },
    );
    trained.set(orgId, found);
    return found;
  };
  const ask = async (kind: 'solve' | 'agent', question: Omit<Question, 'trainedAt'>) =>
    runner.run({ kind, question: { ...question, trainedAt: await trainedAt(question.context.org_id) } });

  return {
    health: () => healthOf(artifact, config),
    gpuSkus: () => ({
      gpu_skus: GPUS.map(({ gpu_model, gpu_vram_gb, vendor, gpu_display_name }) => ({
        gpu_model,
        gpu_vram_gb,
        vendor,
        gpu_display_name,
      })),
    }),
    models: () => AI_MODELS.map(({ model_code, model_name, hf_id }) => ({ model_code, model_name, hf_id })),
    solve: (context, request) => ask('solve', { context, request }),
    agent: (context, request) => ask('agent', { context, request }),
    parseModel,
    async train(context, sent) {
      const outcome = await runner.run({ kind: 'train', context, points: sent });
      if (outcome instanceof Error) throw outcome;
      const answer = serviceTrainAnswerSchema.parse(JSON.parse(outcome));
      const at = new Date().toISOString();
      await points.write({ org_id: context.org_id, trained_at: at, points: [...sent], answer });
      trained.set(context.org_id, at);
      return answer;
    },
    async training(orgId) {
      const stored = await points.read(orgId);
      return {
        org_id: orgId,
        points: stored?.answer.added ?? 0,
        trained_at: stored?.trained_at ?? null,
        last: stored?.answer ?? null,
      };
    },
    rehearsed: runner.rehearsed,
    close: () => runner.close(),
  };
}

function runHere(data: ThreadData): Runner {
  const brain = openBrain(data);
  return {
    rehearsed: Promise.resolve(),
    async run(work) {
      const outcome = await resultOf(brain, work);
      const error = sentErrorOf(outcome);
      return error === null ? JSON.stringify(outcome) : receivedError(error);
    },
    close: () => Promise.resolve(),
  };
}

/** The outcome, whether it was answered or thrown. */
async function resultOf(brain: Brain, work: ThreadWork): Promise<unknown> {
  try {
    return await brain.run(work);
  } catch (error) {
    if (sentErrorOf(error) === null) throw error;
    return error;
  }
}

function readShipped(file: string): Artifact {
  try {
    return readArtifact(file);
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? String(error.code) : 'it is not one';
    throw new StartError(`cannot read the trained model ${file}: ${reason}`, { cause: error });
  }
}

function openPoints(folder: string): WorkspacePoints {
  try {
    return new WorkspacePoints(folder);
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    throw new StartError(`cannot use the folder ${folder} (SIZER_DATA): ${reason}`, { cause: error });
  }
}

function languageModel(config: Config): LanguageModelSettings | null {
  const { SIZER_LLM_URL: url, SIZER_LLM_MODEL: model, SIZER_LLM_KEY: key } = config;
  return url === undefined || model === undefined ? null : { url, model, key: key ?? null };
}

function healthOf({ version, trained_on: trainedOn }: Artifact, config: Config) {
  const { source, aggregated, disaggregated, newest_measurement: newest } = trainedOn;
  return {
    status: 'ok' as const,
    model_version: version,
    trained_on: newest === null ? source : `${source}; newest measurement ${newest}`,
    points: aggregated + disaggregated,
    gpus: GPUS.length,
    models: AI_MODELS.length,
    agent_model: config.SIZER_LLM_MODEL ?? null,
  };
}
