import { createRandom } from '#lib/random.ts';
import { type GgufTensor, type GgufValue, encodeGguf } from './gguf-file.ts';

export interface TinyModelOptions {
  readonly embedding?: number;
  readonly layers?: number;
  readonly feedForward?: number;
  readonly contextLength?: number;
  readonly seed?: number;
}

const HEADS = 4;
const KV_HEADS = 2;

/** Token types of llama.cpp's vocabulary. */
const NORMAL = 1;
const UNKNOWN = 2;
const CONTROL = 3;
const UNUSED = 5;
const BYTE = 6;

/** SentencePiece's mark for a space at the start of a word. */
const SPACE = '\u2581';

/** The residual dimension that stays constant, see `tinyModel`. */
const CONSTANT_DIMENSION = 0;
const CONSTANT = 3;
const BAN = -50;

/**
 * A llama model with random weights: a real file for the real engine, about half a megabyte by default, whose text is
 * nonsense syllables. Deterministic for a seed.
 *
 * One dimension of the residual stream is constant (set by the embedding, written by no layer), which lets the output
 * head subtract a bias from byte, control and padding tokens: text stays valid UTF-8 and never ends by itself.
 */
export function tinyModel(options: TinyModelOptions = {}): Buffer {
  const { embedding = 64, layers = 2, feedForward = 128, contextLength = 4096, seed = 42 } = options;
  const vocabulary = syllableVocabulary();
  return encodeGguf(
    {
      ...architecture({ embedding, layers, feedForward, contextLength, vocabularySize: vocabulary.length }),
      ...tokenizer(vocabulary),
    },
    weights({ embedding, layers, feedForward, seed, vocabulary }),
  );
}

interface VocabularyEntry {
  readonly token: string;
  readonly score: number;
  readonly type: number;
}

/** Bytes as fallback, letters, and syllables with and without a space: earlier entries merge first. */
function syllableVocabulary(): VocabularyEntry[] {
  const entry = (token: string, score: number, type = NORMAL): VocabularyEntry => ({ token, score, type });
  const syllables = Array.from('bcdfghklmnprstvz').flatMap((c) => Array.from('aeiou', (v) => c + v));
  const entries = [
    entry('<unk>', 0, UNKNOWN),
    entry('<s>', 0, CONTROL),
    entry('</s>', 0, CONTROL),
    ...Array.from({ length: 256 }, (_, byte) =>
      entry(`<0x${byte.toString(16).toUpperCase().padStart(2, '0')}>`, 0, BYTE),
    ),
    entry(SPACE, -1000),
    ...Array.from('abcdefghijklmnopqrstuvwxyz', (letter, rank) => entry(letter, -1001 - rank)),
    ...syllables.map((syllable, rank) => entry(syllable, -100 - rank)),
    ...syllables.map((syllable, rank) => entry(SPACE + syllable, -1 - rank)),
  ];
  // A multiple of 32, as quantized matrices of llama.cpp like it.
  while (entries.length % 32 !== 0) entries.push(entry(`<pad${entries.length}>`, -9999, UNUSED));
  return entries;
}

const u32 = (value: number): GgufValue => ({ type: 'u32', value });
const text = (value: string): GgufValue => ({ type: 'string', value });

function architecture(size: {
  embedding: number;
  layers: number;
  feedForward: number;
  contextLength: number;
  vocabularySize: number;
}): Record<string, GgufValue> {
  return {
    'general.architecture': text('llama'),
    'general.name': text('tiny-random-llama'),
    'general.file_type': u32(0),
    'general.alignment': u32(32),
    'llama.context_length': u32(size.contextLength),
    'llama.embedding_length': u32(size.embedding),
    'llama.block_count': u32(size.layers),
    'llama.feed_forward_length': u32(size.feedForward),
    'llama.rope.dimension_count': u32(size.embedding / HEADS),
    'llama.attention.head_count': u32(HEADS),
    'llama.attention.head_count_kv': u32(KV_HEADS),
    'llama.attention.layer_norm_rms_epsilon': { type: 'f32', value: 1e-5 },
    'llama.vocab_size': u32(size.vocabularySize),
  };
}

function tokenizer(vocabulary: readonly VocabularyEntry[]): Record<string, GgufValue> {
  return {
    'tokenizer.ggml.model': text('llama'),
    'tokenizer.ggml.tokens': { type: 'array', of: 'string', value: vocabulary.map(({ token }) => token) },
    'tokenizer.ggml.scores': { type: 'array', of: 'f32', value: vocabulary.map(({ score }) => score) },
    'tokenizer.ggml.token_type': { type: 'array', of: 'i32', value: vocabulary.map(({ type }) => type) },
    'tokenizer.ggml.bos_token_id': u32(1),
    'tokenizer.ggml.eos_token_id': u32(2),
    'tokenizer.ggml.unknown_token_id': u32(0),
    'tokenizer.ggml.add_bos_token': { type: 'bool', value: true },
    'tokenizer.chat_template': text(
      "{% for m in messages %}{{ m['role'] + ': ' + m['content'] + '\n' }}{% endfor %}{% if add_generation_prompt %}assistant: {% endif %}",
    ),
  };
}

function weights(model: {
  embedding: number;
  layers: number;
  feedForward: number;
  seed: number;
  vocabulary: readonly VocabularyEntry[];
}): GgufTensor[] {
  const { embedding, feedForward, vocabulary } = model;
  const random = createRandom(model.seed);
  const gaussian = () => Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next());

  const normal = (name: string, columns: number, rows: number, deviation: number): GgufTensor => ({
    name,
    dimensions: [columns, rows],
    data: Float32Array.from({ length: columns * rows }, () => gaussian() * deviation),
  });
  const ones = (name: string): GgufTensor => ({
    name,
    dimensions: [embedding],
    data: new Float32Array(embedding).fill(1),
  });
  /** A matrix whose output adds nothing to the constant dimension. */
  const intoResidual = (tensor: GgufTensor): GgufTensor => {
    const columns = tensor.dimensions[0] ?? 0;
    tensor.data.fill(0, CONSTANT_DIMENSION * columns, (CONSTANT_DIMENSION + 1) * columns);
    return tensor;
  };
  /** Sets the constant dimension of each token's row. */
  const perToken = (tensor: GgufTensor, value: (type: number) => number): GgufTensor => {
    vocabulary.forEach(
      ({ type }, token) => (tensor.data[token * embedding + CONSTANT_DIMENSION] = value(type)),
    );
    return tensor;
  };

  const byWidth = 1 / Math.sqrt(embedding);
  const kvWidth = (KV_HEADS * embedding) / HEADS;
  const block = (layer: number): GgufTensor[] => {
    const name = (part: string) => `blk.${layer}.${part}.weight`;
    return [
      ones(name('attn_norm')),
      normal(name('attn_q'), embedding, embedding, byWidth),
      normal(name('attn_k'), embedding, kvWidth, byWidth),
      normal(name('attn_v'), embedding, kvWidth, byWidth),
      intoResidual(normal(name('attn_output'), embedding, embedding, byWidth)),
      ones(name('ffn_norm')),
      normal(name('ffn_gate'), embedding, feedForward, byWidth),
      normal(name('ffn_up'), embedding, feedForward, byWidth),
      intoResidual(normal(name('ffn_down'), feedForward, embedding, 1 / Math.sqrt(feedForward))),
    ];
  };
  return [
    perToken(normal('token_embd.weight', embedding, vocabulary.length, 1), () => CONSTANT),
    ...Array.from({ length: model.layers }, (_, layer) => block(layer)).flat(),
    ones('output_norm.weight'),
    perToken(normal('output.weight', embedding, vocabulary.length, byWidth), (type) =>
      type === NORMAL ? 0 : BAN,
    ),
  ];
}
