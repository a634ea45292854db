const PRECISION = /^(?:nv|mx)?fp\d+$|^bf16$|^int\d$|^w\d+a\d+$|^awq$|^gptq$|^gguf$/;
/** Say how a model was tuned, packed or dated, not which architecture it has. */
const HARMLESS = new Set([
  ...[
    'instruct',
    'chat',
    'it',
    'base',
    'hf',
    'model',
    'models',
    'preview',
    'thinking',
    'meta',
    'nvidia',
    'the',
  ],
  ...['deployment', 'endpoint', 'v0.1', 'e'],
]);
/** Families that people write together with what follows: `deepseekr1`, `kimik2`, `gptoss120b`. */
const GLUED = /^(deepseek|kimi|gpt|oss|glm|mimo|minimax|llama|qwen|gemma|nemotron|mixtral)(?=.)/;

function pieces(word: string): string[] {
  const glued = GLUED.exec(word);
  if (glued?.[0] !== undefined && /^(?:[a-z]?\d|oss)/.test(word.slice(glued[0].length))) {
    return [glued[0], ...pieces(word.slice(glued[0].length))];
  }
  const split = /^([a-z]{2,})(\d.*)$/.exec(word);
  return split?.[1] !== undefined && split[2] !== undefined ? [split[1], split[2]] : [word];
}

/**
 * The parts of a model's name that tell it from others, lower-case: `Qwen3-235B-A22B` → `qwen`, `3`, `235b`, `a22b`.
 * The owner before a slash, precision, tuning (`Instruct`) and dates (`0528`, `2507`) are left out.
 */
export function modelNameTokens(name: string): string[] {
  const spaced = name
    .toLowerCase()
    .replace(/^.*\//, '')
    .replace(/[\s_\-–—,;:()"'’]+/g, ' ')
    .replace(/(\d)\.(?=\s|$)/g, '$1')
    .replace(/\b([rkvm]) (?=\d)/g, '$1')
    .replace(/(\d) (?=b\b)/g, '$1')
    .replace(/(\d) x (?=\d)/g, '$1x')
    .trim();
  return spaced
    .split(' ')
    .filter((word) => word !== '' && !PRECISION.test(word))
    .flatMap(pieces)
    .filter((token) => !HARMLESS.has(token) && !/^(?:0[1-9]|1[0-2]|2[4-9])\d\d$/.test(token));
}
