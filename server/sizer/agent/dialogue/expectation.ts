import type { SolveFeatures } from '#contract/sizer/solve-request.ts';
import type { Expectation } from '../read/bare.ts';
import type { FeatureKey } from '../read/change.ts';
import type { Catalog } from './apply.ts';

/** What the last assistant turn asked for, read from its own words: an agent without memory has only the history. */
export function expectationOf(
  lastAssistant: string | null,
  recent: readonly FeatureKey[],
  features: SolveFeatures,
  catalog: Catalog,
): Expectation {
  const text = lastAssistant ?? '';
  const question = text
    .split(/(?<=\?)\s|\n/)
    .filter((sentence) => sentence.trim().endsWith('?'))
    .join(' ');
  const base = { recent, features };
  if (question === '') return { ...base, asked: null, options: [] };
  if (question.includes('US dollars')) return { ...base, asked: 'currency', options: [] };
  const offered = question.slice(
    Math.max(question.lastIndexOf(': '), question.lastIndexOf('Do you mean'), 0),
  );
  const inOrder = (names: readonly string[]) =>
    names
      .map((name) => ({
        name,
        at: offered.search(
          new RegExp(`(?<![\\w.-])${name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?![\\w-]|\\.\\d)`),
        ),
      }))
      .filter(({ at }) => at >= 0)
      .sort((a, b) => a.at - b.at)
      .map(({ name }) => name);
  const models = inOrder(catalog.models.map((model) => model.model_name));
  const gpus = inOrder(catalog.gpus.map((gpu) => gpu.gpu_model));
  if (/accelerator|GPU/.test(question) && gpus.length > 0)
    return { ...base, asked: 'allowed_gpu_models', options: gpus };
  if (models.length > 0 || /\bmodel\b/i.test(question))
    return { ...base, asked: 'display_model', options: models };
  if (/in flight|how many users/i.test(question)) return { ...base, asked: 'conc', options: [] };
  return { ...base, asked: null, options: [] };
}
