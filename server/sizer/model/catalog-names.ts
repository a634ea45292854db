import type { AiModelFact } from '#catalog/ai-model-schema.ts';
import type { GpuFact } from '#catalog/gpu-schema.ts';
import { editDistance, isSlipOf } from './edit-distance.ts';
import { GPU_ALIASES, GPU_FILLER, GPU_FORM } from './gpu-aliases.ts';
import { modelNameTokens } from './model-name-tokens.ts';

/**
 * What a name stands for. `exact`: one entry, never a guess between two; `note` says what was taken for granted, null where nothing.
 * `ambiguous`: several fit as well as each other. `unknown`: none does. Both name the nearest first.
 */
export type NameMatch<T> =
  | { readonly kind: 'exact'; readonly value: T; readonly note: string | null }
  | { readonly kind: 'ambiguous' | 'unknown'; readonly nearest: readonly T[] };

const NEAREST = 4;
/** Families of others that are one letter from ours: never corrected into ours. */
const FOREIGN = new Set(['mistral', 'ministral', 'gemini', 'grok', 'claude', 'palm', 'alpaca', 'gpt', 'phi']);

function sharesToken(typed: string, own: string): boolean {
  return (
    typed === own ||
    (/^\d+(?:\.\d+)?$/.test(typed) && (own === `${typed}b` || (/^[a-z]/.test(own) && own.slice(1) === typed)))
  );
}

const tokensOfModel = new WeakMap<AiModelFact, string[]>();

function ownTokens(model: AiModelFact): string[] {
  const known = tokensOfModel.get(model) ?? modelNameTokens(model.model_name);
  tokensOfModel.set(model, known);
  return known;
}

function holdsAll(model: AiModelFact, tokens: readonly string[]): boolean {
  const own = ownTokens(model);
  return tokens.every((token) => own.some((part) => sharesToken(token, part)));
}

function nearestModels(typed: string, models: readonly AiModelFact[]): AiModelFact[] {
  const tokens = modelNameTokens(typed);
  const squashed = tokens.join('');
  const score = (model: AiModelFact) => {
    const own = ownTokens(model);
    const shared = tokens.filter((token) => own.some((part) => sharesToken(token, part))).length;
    const family =
      own[0] !== undefined && tokens.some((token) => token === own[0] || isSlipOf(token, own[0] ?? ''));
    const letters = own.join('');
    const likeness = 1 - editDistance(squashed, letters) / Math.max(squashed.length, letters.length, 1);
    return shared * 2 + (family ? 1.5 : 0) + likeness;
  };
  return [...models]
    .map((model) => ({ model, score: score(model) }))
    .sort((a, b) => b.score - a.score || a.model.model_name.localeCompare(b.model.model_name))
    .slice(0, NEAREST)
    .map(({ model }) => model);
}

/** Names have at least one word of their own: `70b` alone is a size. */
const isWord = (token: string) =>
  /[a-z]/.test(token) && !/^\d+(?:\.\d+)?[be]$|^a\d+(?:\.\d+)?b$|^v\d+$/.test(token);

function among(
  tokens: readonly string[],
  models: readonly AiModelFact[],
): { readonly found: readonly AiModelFact[]; readonly note: string | null } {
  const found = models.filter((model) => holdsAll(model, tokens));
  if (found.length === 1) return { found, note: null };
  const whole = found.filter((model) => ownTokens(model).length === tokens.length);
  if (whole.length === 1) return { found: whole, note: null };
  // Llama 3.1 is what "llama 70b" has meant since it came out; 3.0 differs from it in context length only.
  if (tokens[0] === 'llama' && (found.length > 1 || tokens[1] === '3')) {
    const rest = tokens.filter((token) => token !== '3');
    const current = models.filter((model) => holdsAll(model, ['3.1', ...rest]));
    const [only] = current;
    if (current.length === 1 && only !== undefined && rest.length > 1) {
      return { found: current, note: `“Llama ${rest.slice(1).join(' ')}” taken as ${only.model_name}` };
    }
  }
  // "qwen 32b" without a version: the newest generation of that size, and said so.
  const [family = ''] = tokens;
  const isOneLine = found.length > 1 && found.every((model) => ownTokens(model)[0] === family);
  if (isOneLine && tokens.length === 2 && /^\d+(?:\.\d+)?b$/.test(tokens[1] ?? '')) {
    const version = (model: AiModelFact) =>
      Number(ownTokens(model).find((token) => /^\d+(?:\.\d+)?$/.test(token)) ?? 0);
    const newest = Math.max(...found.map(version));
    const latest = found.filter((model) => version(model) === newest);
    const [only] = latest;
    if (latest.length === 1 && only !== undefined)
      return {
        found: latest,
        note: `“${tokens.join(' ')}” taken as ${only.model_name}, the newest of that size`,
      };
  }
  return { found, note: null };
}

/** The catalog's model that a person means by its name, code, Hugging Face id or a usual short name; slips of the keyboard are mended. */
export function resolveModel(text: string, models: readonly AiModelFact[]): NameMatch<AiModelFact> {
  const plain = text.trim().toLowerCase();
  const named = models.find(
    (model) =>
      model.model_name.toLowerCase() === plain ||
      model.model_code === plain ||
      model.hf_id.toLowerCase() === plain,
  );
  if (named !== undefined) return { kind: 'exact', value: named, note: null };
  const tokens = modelNameTokens(text);
  if (tokens.length === 0) return { kind: 'unknown', nearest: [] };
  let { found, note } = among(tokens, models);
  if (!tokens.some(isWord)) {
    return found.length > 0
      ? { kind: 'ambiguous', nearest: found }
      : { kind: 'unknown', nearest: nearestModels(text, models) };
  }
  if (found.length === 0) {
    const words = [...new Set(models.flatMap((model) => ownTokens(model)))].filter((word) =>
      /^[a-z]{4,}$/.test(word),
    );
    const mended = tokens.map((token) => {
      if (words.includes(token) || FOREIGN.has(token)) return token;
      const slips = words.filter((word) => isSlipOf(token, word));
      return slips.length === 1 ? (slips[0] ?? token) : token;
    });
    // `gtp-oss` is the only short family name that people swap letters in.
    const swapped = mended.map((token) => (token === 'gtp' ? 'gpt' : token));
    const isCertain = swapped.length > 1 || (swapped[0] ?? '').length >= 6;
    if (isCertain && swapped.join(' ') !== tokens.join(' ')) {
      ({ found, note } = among(swapped, models));
      const [only] = found;
      if (found.length === 1 && only !== undefined) note = `“${text.trim()}” read as ${only.model_name}`;
    }
  }
  const [only] = found;
  if (found.length === 1 && only !== undefined) return { kind: 'exact', value: only, note };
  if (found.length > 1) return { kind: 'ambiguous', nearest: found };
  return { kind: 'unknown', nearest: nearestModels(text, models) };
}

const squash = (text: string) => text.toLowerCase().replace(/[^a-z0-9]/g, '');

function nearestGpus(typed: string, gpus: readonly GpuFact[]): GpuFact[] {
  const letters = squash(typed);
  const distance = (gpu: GpuFact) => {
    const names = GPU_ALIASES.filter((alias) => alias.slug === gpu.gpu_model).flatMap(
      (alias) => alias.family,
    );
    return Math.min(...[...names, squash(gpu.gpu_model)].map((name) => editDistance(letters, name)));
  };
  return [...gpus]
    .map((gpu) => ({ gpu, distance: distance(gpu) }))
    .sort((a, b) => a.distance - b.distance || a.gpu.gpu_model.localeCompare(b.gpu.gpu_model))
    .slice(0, NEAREST)
    .map(({ gpu }) => gpu);
}

/** The catalog's accelerator that a person means by its slug, display name or a usual short name (`h100` is the SXM form). */
export function resolveGpu(text: string, gpus: readonly GpuFact[]): NameMatch<GpuFact> {
  const bySlug = (slug: string) => gpus.find((gpu) => gpu.gpu_model === slug);
  const letters = squash(text);
  const named = gpus.find(
    (gpu) => squash(gpu.gpu_model) === letters || squash(gpu.gpu_display_name) === letters,
  );
  if (named !== undefined) return { kind: 'exact', value: named, note: null };
  const words = text
    .toLowerCase()
    .replace(/[\s_\-–—/()]+/g, ' ')
    .replace(/(\d) (?=gb\b)/g, '$1')
    .replace(GPU_FILLER, ' ')
    .split(' ')
    .filter((word) => word !== '');
  const forms = words.filter((word) => GPU_FORM.test(word));
  const core = words.filter((word) => !GPU_FORM.test(word)).join('');
  const stems = [core, core.replace(/s$/, ''), core.replace(/sxm\d?$/, '')];
  const alias = GPU_ALIASES.find(({ family }) => stems.some((stem) => family.includes(stem)));
  if (alias !== undefined) {
    const form = alias.forms?.find(({ words: pattern }) => pattern.test(forms.join(' ')));
    const gpu = bySlug(form?.slug ?? alias.slug);
    if (gpu !== undefined) {
      const isOpen = form === undefined && forms.length === 0 && alias.forms !== undefined;
      return {
        kind: 'exact',
        value: gpu,
        note: isOpen ? `${core.toUpperCase().replace(/S$/, '')} taken as ${gpu.gpu_display_name}` : null,
      };
    }
  }
  const started = gpus.filter((gpu) =>
    stems.some((stem) => stem.length >= 3 && !/\d/.test(stem) && squash(gpu.gpu_model).startsWith(stem)),
  );
  if (started.length > 0) return { kind: 'ambiguous', nearest: started };
  return { kind: 'unknown', nearest: nearestGpus(core === '' ? text : core, gpus) };
}

/** Every form of the accelerator that a bare family name covers: `h100` is SXM, PCIe and NVL when it is ruled out. */
export function gpuFamily(text: string, gpus: readonly GpuFact[]): GpuFact[] {
  const match = resolveGpu(text, gpus);
  if (match.kind !== 'exact') return [];
  const alias = GPU_ALIASES.find(
    ({ slug, forms }) =>
      slug === match.value.gpu_model || (forms?.some((form) => form.slug === match.value.gpu_model) ?? false),
  );
  const isNamedForm = match.note === null;
  if (alias === undefined || isNamedForm) return [match.value];
  const slugs = [alias.slug, ...(alias.forms ?? []).map((form) => form.slug)];
  return gpus.filter((gpu) => slugs.includes(gpu.gpu_model));
}

const VENDORS: Readonly<Record<GpuFact['vendor'], readonly string[]>> = {
  nvidia: ['nvidia', 'nvda', 'team green', 'green team'],
  amd: ['amd', 'team red', 'red team', 'radeon', 'instinct', 'advanced micro devices'],
  intel: ['intel', 'habana'],
  google: ['google', 'gcp', 'tpu', 'alphabet'],
  aws: ['aws', 'amazon', 'trainium', 'amazon web services'],
};

/** The maker of accelerators that a person names. */
export function resolveVendor(text: string): NameMatch<GpuFact['vendor']> {
  const plain = text
    .trim()
    .toLowerCase()
    .replace(/\s+(?:gpus?|cards?|accelerators?|chips?|hardware|silicon)$/, '')
    .replace(/[’']s$/, '');
  const codes = Object.keys(VENDORS) as GpuFact['vendor'][];
  const named = (word: string) => codes.find((code) => VENDORS[code].includes(word));
  const exact = named(plain) ?? named(plain.replace(/s$/, ''));
  if (exact !== undefined) return { kind: 'exact', value: exact, note: null };
  const slips = codes.filter((code) => VENDORS[code].some((name) => isSlipOf(plain, name)));
  const [slip] = slips;
  if (slips.length === 1 && slip !== undefined)
    return { kind: 'exact', value: slip, note: `“${text.trim()}” read as ${slip}` };
  const nearest = [...codes].sort(
    (a, b) => editDistance(plain, a) - editDistance(plain, b) || a.localeCompare(b),
  );
  return { kind: slips.length > 1 ? 'ambiguous' : 'unknown', nearest };
}
