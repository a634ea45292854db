import type { AiModelFact } from '#catalog/ai-model-schema.ts';
import type { GpuFact } from '#catalog/gpu-schema.ts';
import type { SolveFeatures, SolveRequest } from '#contract/sizer/solve-request.ts';
import { resolveGpu, resolveModel, resolveVendor } from '../model/catalog-names.ts';
import { clarification, type Clarification } from './clarification.ts';
import type { Question } from './question.ts';
import type { Notes } from './notes.ts';

/**
 * Models that stand for a request without one: a small, a middle and a large one, all measured on several GPUs. The first
 * is the one that the plan is made for.
 */
export const REPRESENTATIVE_MODELS = ['llama-3.1-70b', 'llama-3.1-8b', 'deepseek-v3'] as const;

/** The model named, the representative set, or the question which of the nearest is meant. */
export function readModels(
  name: string | null,
  models: readonly AiModelFact[],
  request: SolveRequest,
  notes: Notes,
): { models: AiModelFact[] } | Clarification {
  if (name === null) {
    if (request.solve_for !== 'sizing_plan') {
      return clarification('Which model is to be served?', 'display_model', nearestNames(models));
    }
    const set = REPRESENTATIVE_MODELS.flatMap((code) => models.filter((model) => model.model_code === code));
    const [first, ...rest] = set.length > 0 ? set : models.slice(0, 1);
    if (first === undefined) return clarification('Which model is to be served?', 'display_model', []);
    notes.assumptions.push(
      `No model was named: the plan is for ${first.model_name}` +
        (rest.length === 0
          ? '.'
          : `, with ${rest.map((model) => model.model_name).join(' and ')} beside it as a smaller and a larger example.`),
    );
    return { models: [first, ...rest] };
  }
  const match = resolveModel(name, models);
  if (match.kind === 'exact') {
    if (match.note !== null) notes.assumptions.push(match.note);
    return { models: [match.value] };
  }
  const options = match.nearest.map((model) => model.model_name);
  return clarification(
    match.kind === 'ambiguous'
      ? `Several models answer to “${name}”. Which one is meant?`
      : `The model “${name}” is not in the catalog. Is one of these meant, or shall it be added from its config.json?`,
    'display_model',
    options,
  );
}

function nearestNames(models: readonly AiModelFact[]): string[] {
  const set = REPRESENTATIVE_MODELS.flatMap((code) => models.filter((model) => model.model_code === code));
  return set.map((model) => model.model_name);
}

export interface Hardware {
  readonly gpus: readonly GpuFact[];
  readonly isNamed: boolean;
  readonly inventory: Question['inventory'];
}

function readGpu(
  text: string,
  gpus: readonly GpuFact[],
  feature: string,
  notes: Notes,
): GpuFact | Clarification {
  const match = resolveGpu(text, gpus);
  if (match.kind === 'exact') {
    if (match.note !== null) notes.assumptions.push(match.note);
    return match.value;
  }
  return clarification(
    match.kind === 'ambiguous'
      ? `Several GPU models answer to “${text}”. Which one is meant?`
      : `The GPU “${text}” is not in the catalog. Is one of these meant?`,
    feature,
    match.nearest.map((gpu) => gpu.gpu_model),
  );
}

/** The GPUs that may be used: named ones, of named vendors, in the inventory, and all of that together. */
export function readHardware(
  features: SolveFeatures,
  gpus: readonly GpuFact[],
  notes: Notes,
): Hardware | Clarification {
  let allowed = [...gpus];
  const named = features.allowed_gpu_models ?? [];
  if (named.length > 0) {
    const wanted = new Set<GpuFact>();
    for (const text of named) {
      const gpu = readGpu(text, gpus, 'allowed_gpu_models', notes);
      if ('clarification' in gpu) return gpu;
      wanted.add(gpu);
    }
    // As they were named: the first is the one that scalar estimates are of.
    allowed = [...wanted];
  }
  const vendors = features.allowed_vendors ?? [];
  if (vendors.length > 0) {
    const wanted = new Set<string>();
    for (const text of vendors) {
      const match = resolveVendor(text);
      if (match.kind !== 'exact') {
        return clarification(
          `The vendor “${text}” is not in the catalog. Which one is meant?`,
          'allowed_vendors',
          match.nearest.length > 0 ? [...match.nearest] : [...new Set(gpus.map((gpu) => gpu.vendor))],
        );
      }
      wanted.add(match.value);
    }
    const kept = allowed.filter((gpu) => wanted.has(gpu.vendor));
    if (kept.length === 0) {
      return clarification(
        `allowed_gpu_models names ${allowed.map((gpu) => gpu.gpu_model).join(', ')}, but allowed_vendors allows only ${[...wanted].join(', ')}: no GPU is left. Which of the two holds?`,
        'allowed_vendors',
        [...new Set(allowed.map((gpu) => gpu.vendor))],
      );
    }
    allowed = kept;
  }
  const rows = features.available_inventory ?? [];
  if (rows.length === 0) {
    return { gpus: allowed, isNamed: named.length > 0 || vendors.length > 0, inventory: null };
  }
  const inventory = new Map<string, { count: number; gpusPerNode: number }>();
  for (const row of rows) {
    const gpu = readGpu(row.gpu_model, gpus, 'available_inventory', notes);
    if ('clarification' in gpu) return gpu;
    const before = inventory.get(gpu.gpu_model)?.count ?? 0;
    inventory.set(gpu.gpu_model, {
      count: before + row.count,
      gpusPerNode: row.gpus_per_node ?? gpu.gpus_per_node,
    });
  }
  const kept = allowed.filter((gpu) => inventory.has(gpu.gpu_model));
  if (kept.length === 0) {
    return clarification(
      `The inventory holds ${[...inventory.keys()].join(', ')}, but the hardware filter allows none of them. Which of the two holds?`,
      'available_inventory',
      [...inventory.keys()],
    );
  }
  notes.assumptions.push(
    'GPUs of the inventory are there already: only what is missing around them is bought.',
  );
  return { gpus: kept, isNamed: true, inventory };
}
