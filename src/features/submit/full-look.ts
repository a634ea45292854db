import type { AiModel, Quantization } from '#contract/views/catalogs.ts';
import type { Choice, ServerConfig } from './choices.ts';
import type { Look } from './first-look.ts';
import { formatGb } from './gb-text.ts';
import { memoryFit, type Load, type MemoryFit } from './memory-fit.ts';
import { heaviestLoad, preflight } from './preflight.ts';
import type { Situation } from './situation.ts';

/** What stands beside the fields, of any form. */
export function fullLook(situation: Situation): Look {
  const { quantizations, model, config } = situation;
  return {
    checks: preflight(situation),
    memory: memoryOf(situation),
    precisions: precisionChoices(quantizations, model, config, heaviestLoad(situation)),
  };
}

function memoryOf(situation: Situation): MemoryFit | null {
  const { model, quantization, config } = situation;
  const load = heaviestLoad(situation);
  if (model === null || quantization === null || config === null || load === null) return null;
  if (config.launch_kind === 'endpoint') return null;
  return memoryFit(model, quantization.weight_bytes, load, config);
}

/** Precisions with what each needs of the chosen config's memory. */
export function precisionChoices(
  quantizations: readonly Quantization[],
  model: AiModel | null,
  config: ServerConfig | null,
  load: Load | null,
): Choice[] {
  return quantizations.map((one) => {
    const base = { value: one.quantization_code, label: one.display_name };
    if (model?.total_params_b === null || model === null) return base;
    if (load === null || config === null || config.launch_kind === 'endpoint')
      return { ...base, detail: `weights ${formatGb(model.total_params_b * one.weight_bytes)} GB` };
    const { needGb, usableGb, fits } = memoryFit(model, one.weight_bytes, load, config);
    if (needGb === null || usableGb === null) return base;
    const detail = `${formatGb(needGb)} of ${formatGb(usableGb)} GB`;
    return fits === false ? { ...base, warning: detail } : { ...base, detail };
  });
}
