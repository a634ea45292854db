import type { AiModelFact } from '#catalog/ai-model-schema.ts';
import type { GpuFact } from '#catalog/gpu-schema.ts';
import { compactFeatures, scaleThroughput } from '#contract/sizer/form-mapping.ts';
import { solveFeaturesSchema, type SolveFeatures } from '#contract/sizer/solve-request.ts';
import { DEFAULT_TOKENS, mixTokens } from '../../solve/workload-profiles.ts';
import { grouped } from '../read/amount.ts';
import type { Change, FeatureKey } from '../read/change.ts';
import { featureName, isGiven } from './describe.ts';
import { goalOf } from './goal.ts';

export interface Catalog {
  readonly models: readonly AiModelFact[];
  readonly gpus: readonly GpuFact[];
}

export interface Applied {
  readonly features: SolveFeatures;
  /** Features that differ from before, the goal left out. */
  readonly changed: readonly FeatureKey[];
  readonly assumptions: readonly string[];
  /** What could not be done as asked. */
  readonly remarks: readonly string[];
}

const TARGETS = [
  'target_tokens_per_sec',
  'target_tokens_per_sec_per_user',
  'target_tokens_per_sec_per_request',
  'target_tokens_per_sec_per_user_request',
] as const;

/** The features after the changes of one message. Nothing that no change names is lost, but for a filter that would contradict a newer one. */
export function applyChanges(before: SolveFeatures, changes: readonly Change[], catalog: Catalog): Applied {
  let features: Record<string, unknown> = { ...compactFeatures(before) };
  const assumptions: string[] = [];
  const remarks: string[] = [];
  const touched = new Set<FeatureKey>();
  let perSecond: number | null = null;
  let speculates = false;
  const clear = (...keys: readonly FeatureKey[]) => {
    features = Object.fromEntries(
      Object.entries(features).filter(([key]) => !keys.includes(key as FeatureKey)),
    );
  };
  const put = (key: FeatureKey, value: unknown) => {
    const checked = solveFeaturesSchema.shape[key].safeParse(value);
    if (!checked.success) {
      remarks.push(`${featureName(key)} ${JSON.stringify(value)} is outside of what the sizer takes.`);
      return;
    }
    features[key] = checked.data;
    touched.add(key);
  };
  for (const change of changes) {
    if (change.note !== undefined) assumptions.push(change.note);
    switch (change.op) {
      case 'set':
        if ((TARGETS as readonly string[]).includes(change.feature)) clear(...TARGETS);
        put(change.feature, change.value);
        break;
      case 'lift':
        if ((TARGETS as readonly string[]).includes(change.feature)) clear(...TARGETS);
        clear(change.feature);
        if (change.feature === 'budget_usd') clear('budget_basis');
        touched.add(change.feature);
        break;
      case 'add':
      case 'exclude':
        editHardware(change);
        break;
      case 'multiply':
      case 'plus': {
        const key =
          change.feature === 'active_users_peak' && features['active_users_peak'] === undefined
            ? 'conc'
            : change.feature;
        const rated =
          key === 'target_tokens_per_sec'
            ? (TARGETS.slice(1).find((target) => features[target] !== undefined) ?? key)
            : key;
        const current = features[rated];
        if (typeof current !== 'number') {
          remarks.push(`There is no ${featureName(key)} yet that “${change.span.text.trim()}” could change.`);
          break;
        }
        const value = change.op === 'multiply' ? current * change.value : current + change.value;
        const isWhole =
          Number.isInteger(current) &&
          !rated.startsWith('target') &&
          !['budget_usd', 'max_latency_p99_ms'].includes(rated);
        put(rated, isWhole ? Math.max(1, Math.round(value)) : value);
        break;
      }
      case 'requests_per_sec':
        perSecond = change.value;
        break;
      case 'speculate':
        speculates = true;
        break;
    }
  }

  function editHardware(change: Extract<Change, { op: 'add' | 'exclude' }>): void {
    const vendorOf = (slug: string) => catalog.gpus.find((gpu) => gpu.gpu_model === slug)?.vendor;
    const models = features['allowed_gpu_models'] as string[] | undefined;
    const vendors = features['allowed_vendors'] as string[] | undefined;
    const allOf = (makers: readonly string[] | undefined) =>
      catalog.gpus
        .filter((gpu) => makers === undefined || makers.includes(gpu.vendor))
        .map((gpu) => gpu.gpu_model);
    if (change.op === 'exclude' && change.feature === 'allowed_gpu_models') {
      const left = (models ?? allOf(vendors)).filter((slug) => !change.value.includes(slug));
      if (left.length === 0)
        remarks.push(`Without ${change.value.join(', ')} no GPU would be left: the filter stays as it was.`);
      else put('allowed_gpu_models', left);
      const rows = features['available_inventory'] as { gpu_model: string }[] | undefined;
      if (rows?.some((row) => change.value.includes(row.gpu_model)) === true) {
        const kept = rows.filter((row) => !change.value.includes(row.gpu_model));
        if (kept.length > 0) put('available_inventory', kept);
      }
    } else if (change.op === 'exclude') {
      const left = (vendors ?? [...new Set(catalog.gpus.map((gpu) => gpu.vendor))]).filter(
        (vendor) => !change.value.includes(vendor),
      );
      if (left.length === 0) {
        remarks.push(
          `Without ${change.value.join(', ')} no vendor would be left: the filter stays as it was.`,
        );
        return;
      }
      put('allowed_vendors', left);
      if (models === undefined) return;
      const kept = models.filter((slug) => left.includes(vendorOf(slug) ?? ''));
      if (kept.length > 0) put('allowed_gpu_models', kept);
      else clear('allowed_gpu_models');
    } else if (change.feature === 'allowed_gpu_models') {
      if (models !== undefined) {
        put('allowed_gpu_models', [...new Set([...models, ...change.value])]);
        const makers = new Set([...(vendors ?? []), ...change.value.flatMap((slug) => vendorOf(slug) ?? [])]);
        if (vendors !== undefined) put('allowed_vendors', [...makers]);
      } else if (vendors !== undefined) {
        const outside = change.value.filter((slug) => !vendors.includes(vendorOf(slug) ?? ''));
        if (outside.length > 0) {
          put('allowed_gpu_models', [...allOf(vendors), ...outside]);
          clear('allowed_vendors');
          touched.add('allowed_vendors');
        }
      } else remarks.push(`No GPU is ruled out, so ${change.value.join(', ')} is considered already.`);
    } else if (vendors !== undefined) {
      put('allowed_vendors', [...new Set([...vendors, ...change.value])]);
      if (models !== undefined) put('allowed_gpu_models', [...new Set([...models, ...allOf(change.value)])]);
    } else if (models !== undefined) {
      put('allowed_gpu_models', [...new Set([...models, ...allOf(change.value)])]);
    } else remarks.push(`No vendor is ruled out, so ${change.value.join(', ')} is considered already.`);
  }

  reconcileHardware();
  function reconcileHardware(): void {
    const models = features['allowed_gpu_models'] as string[] | undefined;
    const vendors = features['allowed_vendors'] as string[] | undefined;
    if (models === undefined || vendors === undefined) return;
    const kept = models.filter((slug) =>
      vendors.includes(catalog.gpus.find((gpu) => gpu.gpu_model === slug)?.vendor ?? ''),
    );
    if (kept.length === models.length) return;
    const last = changes
      .filter(
        (change) =>
          'feature' in change &&
          (change.feature === 'allowed_gpu_models' || change.feature === 'allowed_vendors'),
      )
      .at(-1);
    if (
      last !== undefined &&
      'feature' in last &&
      last.feature === 'allowed_gpu_models' &&
      last.op === 'set'
    ) {
      clear('allowed_vendors');
      touched.add('allowed_vendors');
      assumptions.push(`${models.join(', ')} named: the vendor filter ${vendors.join(', ')} gives way.`);
    } else if (kept.length > 0) put('allowed_gpu_models', kept);
    else {
      clear('allowed_gpu_models');
      touched.add('allowed_gpu_models');
      assumptions.push(`${vendors.join(', ')} only: the GPU filter ${models.join(', ')} gives way.`);
    }
  }

  const named = features as SolveFeatures;
  if (isGiven(named.budget_usd)) named.budget_basis = named.budget_basis ?? 'capex';
  else if (isGiven(named.budget_basis)) {
    clear('budget_basis');
    if (touched.has('budget_basis') && !touched.has('budget_usd'))
      remarks.push('A basis of comparison counts once there is a budget: name an amount.');
  }
  if (speculates) {
    const model = catalog.models.find((fact) => fact.model_name === features['display_model']);
    const method = (model?.mtp_layers ?? 0) > 0 ? 'mtp' : 'eagle3';
    put('spec_method', method);
    assumptions.push(`Speculative decoding by ${method}: no method was named.`);
  }
  if (perSecond !== null) {
    const current = features as SolveFeatures;
    const osl =
      current.osl ??
      (current.workload_mix == null ? DEFAULT_TOKENS.osl : mixTokens(current.workload_mix).osl);
    clear(...TARGETS);
    put('target_tokens_per_sec', perSecond * osl);
    assumptions.push(
      `${grouped(perSecond)} requests/s × ${grouped(osl)} tokens an answer = ${grouped(perSecond * osl)} tokens/s.`,
    );
  }
  const scaled = scaleThroughput(features);
  if (
    scaled.target_tokens_per_sec !== (features as SolveFeatures).target_tokens_per_sec &&
    scaled.target_tokens_per_sec != null
  ) {
    const rate =
      scaled.target_tokens_per_sec_per_user ??
      scaled.target_tokens_per_sec_per_request ??
      scaled.target_tokens_per_sec_per_user_request ??
      0;
    if (rate > 0) {
      assumptions.push(
        `${grouped(rate)} tokens/s × ${grouped(scaled.target_tokens_per_sec / rate)} = ${grouped(scaled.target_tokens_per_sec)} tokens/s for the fleet.`,
      );
    }
  }
  const rest = compactFeatures({ ...scaled, sizing_goal: null });
  const goal = goalOf(rest, before.sizing_goal ?? null, changes);
  const after: SolveFeatures = goal === null ? rest : { ...rest, sizing_goal: goal };
  const keys = new Set([...Object.keys(before), ...Object.keys(after)]) as Set<FeatureKey>;
  keys.delete('sizing_goal');
  const changed = [...keys].filter(
    (key) => JSON.stringify(before[key] ?? null) !== JSON.stringify(after[key] ?? null),
  );
  return { features: after, changed, assumptions, remarks };
}
