import type { SizerGpuModelRow } from '#contract/views/sizer.ts';
import { ChoiceField } from './choice-field.tsx';
import { FormInput, Group, Horizon, type FormPart } from './form-input.tsx';
import { BASIS_OPTIONS, SCOPE_OPTIONS, SLO_OPTIONS } from './form-words.ts';
import { HardwareFilter, InventoryFields } from './hardware-fields.tsx';
import { NumberField } from './number-field.tsx';

/** What it must reach and what it must keep within. */
export function LimitInputs({ gpus, ...own }: FormPart & { gpus: readonly SizerGpuModelRow[] }) {
  const { form } = own;
  return (
    <Group title="Targets and limits">
      <FormInput of="targetThroughput" {...own}>
        {(set) => (
          <>
            <NumberField
              label="Output at least"
              unit="tokens/s"
              value={form.targetTokensPerSecond}
              onChange={(targetTokensPerSecond) => set({ targetTokensPerSecond })}
            />
            <ChoiceField
              label="Counted over"
              value={form.targetThroughputScope}
              options={SCOPE_OPTIONS}
              onChange={(targetThroughputScope) => set({ targetThroughputScope })}
            />
          </>
        )}
      </FormInput>
      <FormInput of="latencyLimit" {...own}>
        {(set) => (
          <NumberField
            label="p99 end to end, at most"
            unit="ms"
            value={form.maxP99E2EMs}
            onChange={(maxP99E2EMs) => set({ maxP99E2EMs })}
          />
        )}
      </FormInput>
      <FormInput of="latencyProfile" {...own}>
        {(set) => (
          <ChoiceField
            label="First token and pace as for"
            value={form.latencySlo}
            options={SLO_OPTIONS}
            onChange={(latencySlo) => set({ latencySlo })}
          />
        )}
      </FormInput>
      <FormInput of="budget" {...own}>
        {(set) => (
          <>
            <NumberField
              label="At most"
              unit="USD"
              value={form.budgetUsd}
              onChange={(budgetUsd) => set({ budgetUsd })}
            />
            <div className="grid grid-cols-2 gap-2">
              <ChoiceField
                label="Counted on"
                value={form.budgetBasis}
                options={BASIS_OPTIONS}
                onChange={(budgetBasis) => set({ budgetBasis })}
              />
              <Horizon form={form} onChange={set} />
            </div>
          </>
        )}
      </FormInput>
      <FormInput of="nodeLimit" {...own}>
        {(set) => (
          <NumberField
            label="Nodes, at most"
            integer
            max={100_000}
            value={form.maxNodes}
            onChange={(maxNodes) => set({ maxNodes })}
          />
        )}
      </FormInput>
      <FormInput of="hardwareFilter" {...own}>
        {(set) => (
          <HardwareFilter
            models={form.allowedGpuModels}
            vendors={form.allowedGpuVendors}
            gpus={gpus}
            onModels={(allowedGpuModels) => set({ allowedGpuModels })}
            onVendors={(allowedGpuVendors) => set({ allowedGpuVendors })}
          />
        )}
      </FormInput>
      <FormInput of="inventory" {...own}>
        {(set) => (
          <InventoryFields
            rows={form.availableInventoryRows}
            gpus={gpus}
            onChange={(availableInventoryRows) => set({ availableInventoryRows })}
          />
        )}
      </FormInput>
    </Group>
  );
}
