import type { AiModelFact } from '#catalog/ai-model-schema.ts';
import type { GpuFact } from '#catalog/gpu-schema.ts';
import type { FeatureChange } from '#contract/sizer/error-details.ts';
import type { SearchParts } from './search.ts';
import type { SolveContext } from './solve-outcome.ts';

/** One solve in progress. */
export interface Session {
  readonly body: Readonly<Record<string, unknown>>;
  readonly catalog: { readonly gpus: readonly GpuFact[]; readonly models: readonly AiModelFact[] };
  readonly context: SolveContext;
  readonly parts: SearchParts;
}

/** The body with features changed; null takes one away. */
export function withChanges(
  body: Session['body'],
  changes: readonly FeatureChange[],
): Record<string, unknown> {
  const features =
    typeof body['features'] === 'object' && body['features'] !== null ? { ...body['features'] } : {};
  const changed = Object.fromEntries(changes.map(({ feature, to }) => [feature, to]));
  return { ...body, features: { ...features, ...changed } };
}
