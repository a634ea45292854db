import type { AiModelFact } from '#catalog/ai-model-schema.ts';
import { type ConfigReader, defined, flag, requiredNumber, text, wholeNumber } from './config-reader.ts';
import type { LayerKinds } from './layer-kinds.ts';

/** Routed and shared experts; all null for a dense model. */
export function readExperts(reader: ConfigReader): {
  readonly experts: number | null;
  readonly facts: Partial<AiModelFact>;
} {
  const experts =
    wholeNumber(reader, ['n_routed_experts', 'num_experts', 'num_local_experts', 'moe_num_experts']) ?? null;
  if (experts === null || experts === 1 || flag(reader, 'enable_moe_block') === false) {
    return {
      experts: null,
      facts: { experts: null, experts_per_tok: null, moe_inter: null, shared_inter: null },
    };
  }
  const inter =
    wholeNumber(reader, ['moe_intermediate_size', 'moe_ffn_hidden_size']) ??
    wholeNumber(reader, ['intermediate_size', 'ffn_hidden_size']);
  if (inter === undefined) {
    reader.missing.push({
      field: 'moe_inter',
      why: 'The file has no "moe_intermediate_size" or "intermediate_size".',
      question: 'How many columns has one expert?',
    });
  }
  const shared = readShared(reader, inter);
  return {
    experts,
    facts: {
      experts,
      ...defined(
        'experts_per_tok',
        requiredNumber(
          reader,
          'experts_per_tok',
          [
            'num_experts_per_tok',
            'top_k_experts',
            'num_experts_per_token',
            'experts_per_token',
            'moe_topk',
            'moe_k',
          ],
          'How many experts does one token pass through?',
        ),
      ),
      ...defined('moe_inter', inter),
      shared_inter: shared,
    },
  };
}

/** Columns of all shared experts together; null when there are none. */
function readShared(reader: ConfigReader, inter: number | undefined): number | null {
  const number = wholeNumber(reader, ['n_shared_experts', 'num_shared_experts'], 0);
  const own = wholeNumber(
    reader,
    ['shared_expert_intermediate_size', 'moe_shared_expert_intermediate_size', 'shared_intermediate_size'],
    0,
  );
  if (own !== undefined && own > 0) return own * Math.max(1, number ?? 1);
  if (number !== undefined && number > 0 && inter !== undefined) return number * inter;
  if (/^llama4/.test(text(reader, 'model_type') ?? '') && inter !== undefined) {
    reader.notes.push('Llama 4 has one shared expert per layer, which its file does not say.');
    return inter;
  }
  return null;
}

/** Width and number of dense MLPs. */
export function readDenseFfn(reader: ConfigReader, kinds: LayerKinds): Partial<AiModelFact> {
  if (kinds.dense === 0) return { dense_ffn: null, dense_layers: 0 };
  const ffn = requiredNumber(
    reader,
    'dense_ffn',
    kinds.moe > 0 && wholeNumber(reader, ['intermediate_size_mlp']) !== undefined
      ? ['intermediate_size_mlp']
      : ['intermediate_size', 'ffn_hidden_size', 'n_inner', 'ffn_dim'],
    'How many columns has the MLP of a dense layer?',
  );
  return { ...defined('dense_ffn', ffn), dense_layers: kinds.dense };
}
