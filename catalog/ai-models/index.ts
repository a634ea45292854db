import type { AiModelFact } from '#catalog/ai-model-schema.ts';
import { llama2_70b } from './llama-2-70b.ts';
import { llama3_1_8b } from './llama-3.1-8b.ts';
import { llama3_1_70b } from './llama-3.1-70b.ts';
import { llama3_1_405b } from './llama-3.1-405b.ts';
import { llama3_3_70b } from './llama-3.3-70b.ts';
import { llama4Scout17b16eInstruct } from './llama-4-scout-17b-16e-instruct.ts';
import { llama4Maverick17b128eInstruct } from './llama-4-maverick-17b-128e-instruct.ts';
import { qwen2_5_7b } from './qwen2.5-7b.ts';
import { qwen2_5_32b } from './qwen2.5-32b.ts';
import { qwen2_5_72b } from './qwen2.5-72b.ts';
import { qwen3_0_6b } from './qwen3-0.6b.ts';
import { qwen3_1_7b } from './qwen3-1.7b.ts';
import { qwen3_8b } from './qwen3-8b.ts';
import { qwen3_32b } from './qwen3-32b.ts';
import { qwen3_30bA3b } from './qwen3-30b-a3b.ts';
import { qwen3_235bA22b } from './qwen3-235b-a22b.ts';
import { qwen3Coder480bA35bInstruct } from './qwen3-coder-480b-a35b-instruct.ts';
import { qwen3_5_27b } from './qwen3.5-27b.ts';
import { qwen3_5_35bA3b } from './qwen3.5-35b-a3b.ts';
import { qwen3_5_122bA10b } from './qwen3.5-122b-a10b.ts';
import { qwen3_5_397bA17b } from './qwen3.5-397b-a17b.ts';
import { mistralSmall24bInstruct2501 } from './mistral-small-24b-instruct-2501.ts';
import { mistralLargeInstruct2407 } from './mistral-large-instruct-2407.ts';
import { mixtral8x7bV0_1 } from './mixtral-8x7b-v0.1.ts';
import { mixtral8x22bV0_1 } from './mixtral-8x22b-v0.1.ts';
import { deepseekR1 } from './deepseek-r1.ts';
import { deepseekV3 } from './deepseek-v3.ts';
import { deepseekV3_1 } from './deepseek-v3.1.ts';
import { deepseekV3_2 } from './deepseek-v3.2.ts';
import { kimiK2Instruct } from './kimi-k2-instruct.ts';
import { kimiK2_5 } from './kimi-k2.5.ts';
import { glm5 } from './glm-5.ts';
import { minimaxM2_5 } from './minimax-m2.5.ts';
import { gptOss20b } from './gpt-oss-20b.ts';
import { gptOss120b } from './gpt-oss-120b.ts';
import { gemma3_27b } from './gemma-3-27b.ts';
import { gemma4_26bA4b } from './gemma-4-26b-a4b.ts';
import { mimoV2Flash } from './mimo-v2-flash.ts';
import { nemotron3Nano30bA3b } from './nemotron-3-nano-30b-a3b.ts';
import { phi4 } from './phi-4.ts';

/** Every language model of the catalog, grouped by family, smaller first. */
export const AI_MODELS: readonly AiModelFact[] = [
  llama2_70b,
  llama3_1_8b,
  llama3_1_70b,
  llama3_1_405b,
  llama3_3_70b,
  llama4Scout17b16eInstruct,
  llama4Maverick17b128eInstruct,
  qwen2_5_7b,
  qwen2_5_32b,
  qwen2_5_72b,
  qwen3_0_6b,
  qwen3_1_7b,
  qwen3_8b,
  qwen3_32b,
  qwen3_30bA3b,
  qwen3_235bA22b,
  qwen3Coder480bA35bInstruct,
  qwen3_5_27b,
  qwen3_5_35bA3b,
  qwen3_5_122bA10b,
  qwen3_5_397bA17b,
  mistralSmall24bInstruct2501,
  mistralLargeInstruct2407,
  mixtral8x7bV0_1,
  mixtral8x22bV0_1,
  deepseekR1,
  deepseekV3,
  deepseekV3_1,
  deepseekV3_2,
  kimiK2Instruct,
  kimiK2_5,
  glm5,
  minimaxM2_5,
  gptOss20b,
  gptOss120b,
  gemma3_27b,
  gemma4_26bA4b,
  mimoV2Flash,
  nemotron3Nano30bA3b,
  phi4,
];

const byCode = new Map(AI_MODELS.map((model) => [model.model_code, model]));

/** The model with this code (`llama-3.1-8b`), or undefined: an unknown model is never guessed. */
export function findAiModel(modelCode: string): AiModelFact | undefined {
  return byCode.get(modelCode);
}
