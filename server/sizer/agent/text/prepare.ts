import type { AiModelFact } from '#catalog/ai-model-schema.ts';
import type { GpuFact } from '#catalog/gpu-schema.ts';
import { plainCharacters } from './characters.ts';
import { Draft } from './draft.ts';
import { markHardware } from './hardware-mentions.ts';
import { markLabels } from './label-mentions.ts';
import { noMentions, type Mentions } from './mentions.ts';
import { markModels } from './model-mentions.ts';
import { numberWords } from './number-words.ts';
import { ranges, type RangeNote } from './numbers.ts';
import { cleanEnglish, toEnglish } from './phrasebook.ts';
import { mendSlips } from './slips.ts';

export interface Prepared {
  readonly draft: Draft;
  readonly mentions: Mentions;
  readonly ranges: readonly RangeNote[];
}

/**
 * A message made ready for the readers: plain characters, number words as digits, names as placeholders, phrases of other
 * languages in English, numbers plain, ranges reduced to their upper end, lower case.
 */
export function prepare(message: string, models: readonly AiModelFact[], gpus: readonly GpuFact[]): Prepared {
  const draft = new Draft(message);
  const mentions = noMentions();
  plainCharacters(draft);
  numberWords(draft);
  markLabels(draft, mentions);
  markHardware(draft, gpus, mentions);
  markModels(draft, models, mentions);
  // A precision inside a model's name stayed behind.
  markLabels(draft, mentions);
  toEnglish(draft);
  mendSlips(draft);
  const reduced = ranges(draft);
  draft.rewrite(/[A-Z]+/g, (match) => match[0].toLowerCase());
  cleanEnglish(draft);
  return { draft, mentions, ranges: reduced };
}
