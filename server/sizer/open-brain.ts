import { AI_MODELS } from '#catalog/ai-models/index.ts';
import { GPUS } from '#catalog/gpus/index.ts';
import { createAgent } from './agent/agent.ts';
import { Brain } from './brain.ts';
import { readArtifact } from './calibration/artifact.ts';
import type { ThreadData } from './thread-messages.ts';
import { WorkspacePoints } from './workspace-points.ts';

/** Reads the trained model and makes what computes. Throws when the model cannot be read. */
export function openBrain({ artifactFile, dataFolder, languageModel }: ThreadData): Brain {
  return new Brain({
    artifact: readArtifact(artifactFile),
    points: new WorkspacePoints(dataFolder),
    agentOf: (solver) =>
      createAgent({
        solve: (request, context) => solver.solve(request, context),
        models: AI_MODELS,
        gpus: GPUS,
        languageModel,
      }),
  });
}
