import type { AiModelFact } from '#catalog/ai-model-schema.ts';
import { type ConfigReader, flag, perLayer, text, wholeNumber } from './config-reader.ts';

/** What the layers of a file do, counted. */
export interface LayerKinds {
  readonly full: number;
  readonly sliding: number;
  readonly linear: number;
  /** Layers with a dense MLP and with routed experts; in most files they add up to all. */
  readonly dense: number;
  readonly moe: number;
}

const count = (values: readonly unknown[], ...kinds: readonly unknown[]): number =>
  values.filter((value) => kinds.includes(value)).length;

/** Layers `i` of `layers` (from 0) for which `is` holds. */
function countLayers(layers: number, is: (index: number) => boolean): number {
  let found = 0;
  for (let index = 0; index < layers; index += 1) if (is(index)) found += 1;
  return found;
}

/** The pattern of Nemotron-H: one mixer a layer, `M` Mamba-2, `*` attention, `-` MLP, `E` mixture of experts. */
function oneMixerLayers(reader: ConfigReader, layers: number): LayerKinds | null {
  const pattern = text(reader, 'hybrid_override_pattern');
  const kinds =
    pattern?.length === layers ? (pattern.match(/./g) ?? []) : perLayer(reader, 'layers_block_type', layers);
  if (kinds === undefined) return null;
  return {
    full: count(kinds, '*', 'attention'),
    sliding: 0,
    linear: count(kinds, 'M', 'mamba'),
    dense: count(kinds, '-', 'mlp'),
    moe: count(kinds, 'E', 'O', 'moe'),
  };
}

function attentionKinds(
  reader: ConfigReader,
  layers: number,
  window: number | null,
): Pick<LayerKinds, 'full' | 'sliding' | 'linear'> {
  const types = perLayer(reader, 'layer_types', layers);
  if (types !== undefined) {
    const linear = count(types, 'linear_attention');
    const sliding = window === null ? 0 : count(types, 'sliding_attention');
    if (count(types, 'chunked_attention') > 0) {
      reader.notes.push(
        'Layers with chunked attention are counted as seeing the whole context: their KV cache is an upper bound.',
      );
    }
    return { full: layers - linear - sliding, sliding, linear };
  }
  const interval = wholeNumber(reader, ['full_attention_interval']);
  if (interval !== undefined) {
    const full = Math.floor(layers / interval);
    return { full, sliding: 0, linear: layers - full };
  }
  if (window === null) return { full: layers, sliding: 0, linear: 0 };
  const mimo = perLayer(reader, 'hybrid_layer_pattern', layers);
  if (mimo !== undefined) return { full: count(mimo, 0), sliding: count(mimo, 1), linear: 0 };
  const pattern = wholeNumber(reader, ['sliding_window_pattern', '_sliding_window_pattern']);
  const type = text(reader, 'model_type') ?? '';
  const every = pattern ?? { gemma2: 2, gpt_oss: 2, gemma3_text: 6, gemma3: 6, cohere2: 4 }[type];
  if (every !== undefined) {
    const full = Math.floor(layers / every);
    if (pattern === undefined)
      reader.notes.push(
        `The file does not say which layers slide; of ${type} every ${every}. sees the whole context.`,
      );
    return { full, sliding: layers - full, linear: 0 };
  }
  const from = wholeNumber(reader, ['max_window_layers'], 0);
  if (from !== undefined)
    return { full: Math.min(from, layers), sliding: Math.max(0, layers - from), linear: 0 };
  return { full: 0, sliding: layers, linear: 0 };
}

/** Layers with experts: `moe_layers`, `mlp_layer_types`, `moe_layer_freq`, `decoder_sparse_step`, `interleave_moe_layer_step`, after `first_k_dense_replace` dense ones. */
function moeLayers(reader: ConfigReader, layers: number): number {
  const named = reader.config['moe_layers'];
  if (Array.isArray(named) && named.length > 0) return named.length;
  const kinds = perLayer(reader, 'mlp_layer_types', layers);
  if (kinds !== undefined) return count(kinds, 'sparse', 'moe');
  const frequencies = Array.isArray(reader.config['moe_layer_freq'])
    ? perLayer(reader, 'moe_layer_freq', layers)
    : undefined;
  if (frequencies !== undefined) return count(frequencies, 1);
  const firstDense =
    wholeNumber(reader, ['first_k_dense_replace', 'num_dense_layers', 'moe_layer_start_index'], 0) ?? 0;
  const every = Array.isArray(reader.config['moe_layer_freq'])
    ? 1
    : (wholeNumber(reader, ['moe_layer_freq']) ?? 1);
  const interleave = wholeNumber(reader, ['interleave_moe_layer_step', 'decoder_sparse_step']) ?? 1;
  const mlpOnly = reader.config['mlp_only_layers'];
  const dense = new Set<unknown>(Array.isArray(mlpOnly) ? mlpOnly : []);
  return countLayers(
    layers,
    (index) =>
      index >= firstDense && index % every === 0 && (index + 1) % interleave === 0 && !dense.has(index),
  );
}

/** Keys of the window that layers slide over; null when nothing slides or the window is the whole context. */
export function slidingWindow(reader: ConfigReader, maxContext: number | undefined): number | null {
  if (flag(reader, 'use_sliding_window') === false) return null;
  const window = wholeNumber(reader, ['sliding_window', 'sliding_window_size']);
  if (window === undefined) return null;
  if (maxContext !== undefined && window >= maxContext) {
    reader.notes.push(`The sliding window of ${window} tokens is the whole context: it limits nothing.`);
    return null;
  }
  return window;
}

/** Counts layers by kind; `experts` null is a dense model. */
export function layerKinds(
  reader: ConfigReader,
  layers: number,
  window: number | null,
  experts: AiModelFact['experts'],
): LayerKinds {
  const mixers = oneMixerLayers(reader, layers);
  if (mixers !== null) return mixers;
  const attention = attentionKinds(reader, layers, window);
  if (experts === null) return { ...attention, dense: layers, moe: 0 };
  // Gemma 4 runs a dense MLP beside the experts in every layer.
  if (flag(reader, 'enable_moe_block') === true) return { ...attention, dense: layers, moe: layers };
  const moe = moeLayers(reader, layers);
  return { ...attention, dense: layers - moe, moe };
}
