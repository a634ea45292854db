import { isObject, type JsonObject } from './config-reader.ts';

/** Why a text is not a model's config.json. */
export interface ConfigRefusal {
  readonly code: 'malformed_json' | 'wrong_file' | 'unsupported_architecture' | 'too_large';
  readonly message: string;
}

/** Far above the largest public config.json (about 60 kB with per-layer quantization lists). */
const LARGEST_TEXT = 2_000_000;

/** Files that lie beside config.json, by a key only they have. */
const OTHER_FILES: readonly (readonly [file: string, is: (config: JsonObject) => boolean])[] = [
  ['model.safetensors.index.json (the list of weight files)', (c) => isObject(c['weight_map'])],
  ['tokenizer_config.json', (c) => 'tokenizer_class' in c && !('hidden_size' in c || 'text_config' in c)],
  ['tokenizer_config.json', (c) => 'added_tokens_decoder' in c || 'chat_template' in c],
  ['tokenizer.json', (c) => 'added_tokens' in c && isObject(c['model'])],
  [
    'hf_quant_config.json (it says how weights are quantized, not what the model is)',
    (c) => isObject(c['quantization']) && 'producer' in c,
  ],
  ['adapter_config.json of a LoRA adapter: add the base model instead', (c) => 'peft_type' in c],
  ['preprocessor_config.json', (c) => 'image_processor_type' in c || 'feature_extractor_type' in c],
  ['a Diffusers configuration: image models are not sized', (c) => '_class_name' in c],
  [
    "params.json in Mistral's own format: use config.json of the same repository",
    (c) => 'dim' in c && 'n_layers' in c,
  ],
  [
    'generation_config.json',
    (c) =>
      !('hidden_size' in c || 'text_config' in c || 'architectures' in c || 'model_type' in c) &&
      ['temperature', 'top_p', 'top_k', 'eos_token_id', 'max_new_tokens', 'do_sample'].some(
        (key) => key in c,
      ),
  ],
];

/** Null when the text parses; else whether it only stops too soon, or holds something that no continuation could mend. */
function parseFailure(source: string): 'ends early' | 'broken' | null {
  try {
    JSON.parse(source);
    return null;
  } catch (error) {
    const message = error instanceof Error ? error.message : '';
    const at = /at position (\d+)/.exec(message)?.[1];
    const stopsAtEnd = /end of JSON input|Unterminated string/.test(message) || Number(at) === source.length;
    return stopsAtEnd ? 'ends early' : 'broken';
  }
}

/** Where a text stops being JSON: the shortest beginning that no continuation could mend, by bisection, as the engine names no position. */
function whereItBreaks(source: string): string {
  if (parseFailure(source) === 'ends early') return 'it ends early: part of the file is missing';
  let sound = 0;
  let broken = source.length;
  while (broken - sound > 1) {
    const middle = (sound + broken) >> 1;
    if (parseFailure(source.slice(0, middle)) === 'broken') broken = middle;
    else sound = middle;
  }
  const before = source.slice(0, sound).split('\n');
  return `line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1}`;
}

/** The object in a text, or why it is not a config.json: a web page, cut off, another file of the repository. */
export function parseConfig(
  source: string,
): { readonly config: JsonObject } | { readonly refusal: ConfigRefusal } {
  const refuse = (code: ConfigRefusal['code'], message: string) => ({ refusal: { code, message } });
  if (source.length > LARGEST_TEXT)
    return refuse('too_large', `The text has ${source.length} characters; a config.json has a few thousand.`);
  const trimmed = source.replace(/^\uFEFF/, '').trim();
  if (trimmed === '')
    return refuse('malformed_json', 'The text is empty. Paste the whole config.json of the model.');
  if (trimmed.startsWith('<'))
    return refuse('malformed_json', 'This is a web page. Open config.json with "raw" and paste its text.');
  if (/^version https:\/\/git-lfs/.test(trimmed))
    return refuse('wrong_file', 'This is a Git LFS pointer, not the file. Download config.json itself.');
  let parsed: unknown;
  try {
    parsed = JSON.parse(trimmed);
  } catch {
    return refuse('malformed_json', `This is not valid JSON: ${whereItBreaks(trimmed)}.`);
  }
  if (!isObject(parsed)) return refuse('wrong_file', 'A config.json is one JSON object { … }.');
  for (const [file, is] of OTHER_FILES) {
    if (is(parsed)) return refuse('wrong_file', `This looks like ${file}. Paste config.json.`);
  }
  if (parsed['is_encoder_decoder'] === true) {
    return refuse(
      'unsupported_architecture',
      'This is an encoder-decoder model; only decoder language models are sized.',
    );
  }
  return { config: parsed };
}

/** The language model's part: multimodal files nest it, and keep some of its keys beside it. */
export function languagePart(config: JsonObject): {
  readonly config: JsonObject;
  readonly nestedIn: string | null;
} {
  const thinker = config['thinker_config'];
  if (isObject(thinker)) return languagePart(thinker);
  for (const key of ['text_config', 'llm_config', 'language_config']) {
    const nested = config[key];
    if (isObject(nested) && Object.keys(nested).length > 0) {
      // What both say, the inner says about the language model.
      return { config: { ...config, ...nested }, nestedIn: key };
    }
  }
  return { config, nestedIn: null };
}
