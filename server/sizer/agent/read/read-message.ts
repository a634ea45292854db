import type { AiModelFact } from '#catalog/ai-model-schema.ts';
import type { GpuFact } from '#catalog/gpu-schema.ts';
import type { Draft, Span } from '../text/draft.ts';
import type { Mentions } from '../text/mentions.ts';
import { prepare } from '../text/prepare.ts';
import { grouped } from './amount.ts';
import { readBare } from './bare.ts';
import { readHorizonAndGrowth, readNodes, readParallelism } from './capacity.ts';
import type { Change, Doubt, Findings } from './change.ts';
import { readHardware } from './hardware.ts';
import { readIntent, type Intent } from './intent.ts';
import { readLatency, readLatencyProfile } from './latency.ts';
import { readLifted } from './lift.ts';
import { readExplicitLoad, readPeople } from './load.ts';
import { readBudgetBasis, readLimitWithoutUnit, readMoney } from './money.ts';
import { readSort } from './ranking.ts';
import { readRelative } from './relative.ts';
import { readLabels, readModel } from './stack.ts';
import { readThroughput } from './throughput.ts';
import { readTokens } from './tokens.ts';
import { readWorkloadMix } from './workload.ts';
import type { Expectation } from './bare.ts';

export interface ReadContext {
  readonly models: readonly AiModelFact[];
  readonly gpus: readonly GpuFact[];
  /** The model that the conversation is about, so that `405b` may mean its big brother. */
  readonly currentModel: AiModelFact | null;
  /** Whether there is an answer to ask about. */
  readonly hasAnswer: boolean;
  /** What bare numbers and names answer or correct. */
  readonly expectation: Expectation;
}

export interface ReadMessage {
  readonly intent: Intent;
  readonly changes: readonly Change[];
  readonly doubts: readonly Doubt[];
  readonly remarks: readonly string[];
  /** Figures that no reader understood. */
  readonly unread: readonly Span[];
  readonly mentions: Mentions;
  /** The prepared text before anything was taken from it: questions are matched on it. */
  readonly text: string;
}

/** Everything that the readers make of one message. Order matters: the most telling units are read first and taken out. */
export function readMessage(message: string, context: ReadContext): ReadMessage {
  const { draft, mentions, ranges } = prepare(message, context.models, context.gpus);
  const text = draft.value;
  const intent = readIntent(text, context.hasAnswer);
  const found: Findings = { changes: [], doubts: [], remarks: [] };
  for (const { low, high, span } of ranges) {
    found.remarks.push(
      `“${span.text.trim()}”: planned for the upper end, ${grouped(high)} (not ${grouped(low)}).`,
    );
  }
  if (intent.kind === 'question')
    return { intent, changes: [], doubts: [], remarks: [], unread: [], mentions, text };
  readLifted(draft, found);
  readRelative(draft, found);
  readMoney(draft, found);
  readHorizonAndGrowth(draft, found);
  readBudgetBasis(draft, found);
  readWorkloadMix(draft, context.expectation.features, found);
  readThroughput(draft, found);
  readLatency(draft, found);
  readLatencyProfile(draft, found);
  readHardware(draft, mentions, found);
  readParallelism(draft, found);
  readSort(draft, found);
  readNodes(draft, found);
  readLabels(draft, mentions, found);
  readModel(
    draft,
    mentions,
    context.currentModel,
    context.expectation.asked === 'display_model' ? context.expectation.options : [],
    found,
  );
  readExplicitLoad(draft, found);
  readTokens(draft, found);
  readPeople(draft, context.expectation.features, found);
  readLimitWithoutUnit(draft, found);
  readBare(draft, context.expectation, found);
  return {
    intent,
    changes: found.changes,
    doubts: found.doubts,
    remarks: found.remarks,
    unread: leftovers(draft),
    mentions,
    text,
  };
}

function leftovers(draft: Draft): Span[] {
  const spans: Span[] = [];
  draft.rewrite(/(?<![\w⟦.])\d+(?:\.\d+)?(?![\w⟧]*⟧)\s?[a-z%/]*/g, (_, span) => {
    spans.push(span);
    return null;
  });
  return spans;
}
