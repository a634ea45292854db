import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { AI_MODELS } from '#catalog/ai-models/index.ts';
import { GPUS } from '#catalog/gpus/index.ts';
import { readArtifact } from '../calibration/artifact.ts';
import { createPredictor } from '../calibration/trained-predictor.ts';
import type { SolveOutcome } from '../solve/solve-outcome.ts';
import { createSolver } from '../solve/solver.ts';
import { createAgent } from './agent.ts';
import {
  CALLERS,
  type Conversation,
  conversationSchema,
  runConversation,
} from './conversations/run-conversation.ts';

const folder = fileURLToPath(new URL('conversations/', import.meta.url));
const artifact = readArtifact(fileURLToPath(new URL('../calibration/artifact.json', import.meta.url)));
const solver = createSolver({ predictor: createPredictor(artifact), gpus: GPUS, models: AI_MODELS });

/** The real solver; what several callers of one conversation ask alike is worked out once, as it is pure. */
const answers = new Map<string, SolveOutcome>();
const agent = createAgent({
  models: AI_MODELS,
  gpus: GPUS,
  solve: (request, context) => {
    const key = JSON.stringify(request);
    const known = answers.get(key) ?? solver.solve(request, context);
    answers.set(key, known);
    return known;
  },
});

const files = readdirSync(folder)
  .filter((name) => name.endsWith('.jsonl'))
  .toSorted((a, b) => a.localeCompare(b));
const conversations = files.map((name) => ({
  name: name.replace('.jsonl', ''),
  list: readFileSync(`${folder}${name}`, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line): Conversation => conversationSchema.parse(JSON.parse(line))),
}));

const vendorOf = new Map<string, string>(GPUS.map((gpu) => [gpu.gpu_model, gpu.vendor]));
const isAny =
  (...models: string[]) =>
  (gpu: string) =>
    models.includes(gpu);
const isOf = (vendor: string) => (gpu: string) => vendorOf.get(gpu) === vendor;
const isH100 = isAny('h100-sxm', 'h100-pcie', 'h100-nvl');

/** Hardware that a person ruled out, by conversation and turn (from 0): whichever filter says so, none of it may be offered. */
const RULED_OUT: Readonly<Record<string, readonly ((gpu: string) => boolean)[]>> = {
  'hardware-01': [isH100],
  'hardware-02': [isOf('amd')],
  'hardware-03': [isOf('nvidia')],
  'hardware-04': [isAny('b200-sxm', 'b300-sxm')],
  'hardware-05': [isOf('nvidia')],
  'hardware-25': [(gpu) => isOf('amd')(gpu) || isOf('intel')(gpu)],
  'hardware-26': [isAny('b200-sxm', 'b300-sxm')],
  'languages-19': [() => false, isOf('amd'), isOf('amd')],
  'hardware-21': [() => false, isH100, (gpu) => isH100(gpu) || isOf('amd')(gpu)],
};

describe('conversations', () => {
  it('are ten given examples and at least 280 of our own, each with an id of its own', () => {
    const all = conversations.flatMap(({ list }) => list);
    expect(conversations.find(({ name }) => name === 'examples')?.list).toHaveLength(10);
    expect(all.length).toBeGreaterThanOrEqual(290);
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
    for (const id of Object.keys(RULED_OUT)) expect(all.map((conversation) => conversation.id)).toContain(id);
  });

  for (const { name, list } of conversations) {
    describe(name, () => {
      for (const conversation of list) {
        // A single message comes with nothing before it, whoever sends it.
        const callers = conversation.turns.length === 1 ? CALLERS.slice(0, 1) : CALLERS;
        for (const caller of callers) {
          const { id, turns } = conversation;
          it(`${id} (${caller}): ${(turns[0]?.message ?? '').slice(0, 60)}`, async () => {
            const ruledOut = (turn: number) => RULED_OUT[id]?.[turn] ?? null;
            expect(await runConversation(agent, conversation, caller, ruledOut)).toEqual([]);
          });
        }
      }
    });
  }
});
