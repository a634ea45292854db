import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { AI_MODELS } from '#catalog/ai-models/index.ts';
import { GPUS } from '#catalog/gpus/index.ts';
import { agentRequestSchema } from '#contract/sizer/agent.ts';
import { createAgent } from './agent/agent.ts';
import { readArtifact } from './calibration/artifact.ts';
import { createPredictor } from './calibration/trained-predictor.ts';
import { rehearsalOf, restMs } from './rehearsal.ts';
import { createSolver } from './solve/solver.ts';

const artifact = readArtifact(fileURLToPath(new URL('calibration/artifact.json', import.meta.url)));
const solver = createSolver({ predictor: createPredictor(artifact), gpus: GPUS, models: AI_MODELS });

it('rehearses what people ask: every question is understood to its last word and reaches the solver', async () => {
  const agent = createAgent({
    models: AI_MODELS,
    gpus: GPUS,
    solve: (request, context) => solver.solve(request, context),
  });
  const messages = rehearsalOf(AI_MODELS);
  expect(new Set(messages).size).toBe(120);
  for (const message of messages) {
    const answer = await agent.turn(agentRequestSchema.parse({ message }));
    expect(answer.status, `${message}: ${answer.assistant_message}`).not.toBe('needs_clarification');
    expect(
      answer.steps.filter(({ detail }) => detail === 'not understood'),
      message,
    ).toEqual([]);
  }
}, 60_000);

it('leaves the rest of a processor to others, and rests not at all where it may have it whole', () => {
  expect(restMs(50, 10)).toBe(450);
  expect(restMs(50, 50)).toBe(50);
  expect(restMs(50, 100)).toBe(0);
});
