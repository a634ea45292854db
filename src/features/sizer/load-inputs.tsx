import { ChoiceField } from './choice-field.tsx';
import { FormInput, Group, Horizon, type FormPart } from './form-input.tsx';
import { MixFields } from './mix-fields.tsx';
import { NumberField } from './number-field.tsx';

/** How much of it, today and later. */
export function LoadInputs(own: FormPart) {
  const { form, sent, onPatch } = own;
  return (
    <Group title="Load">
      <FormInput of="workloadShape" {...own} isOpen>
        {(set) => (
          <>
            <NumberField
              label="Requests in flight, all together"
              integer
              unit="in flight"
              max={1_000_000}
              value={form.concurrency}
              onChange={(concurrency) => set({ concurrency })}
            />
            <div className="grid grid-cols-2 gap-2">
              <NumberField
                label="Input (tokens)"
                integer
                max={10_000_000}
                value={form.inputSequenceLength}
                onChange={(inputSequenceLength) =>
                  set({ inputSequenceLength, tokenProfileMode: 'explicitTokens' })
                }
              />
              <NumberField
                label="Output (tokens)"
                integer
                max={10_000_000}
                value={form.outputSequenceLength}
                onChange={(outputSequenceLength) =>
                  set({ outputSequenceLength, tokenProfileMode: 'explicitTokens' })
                }
              />
            </div>
            {sent.has('workloadMix') && (
              <ChoiceField
                label="Token lengths come"
                value={form.tokenProfileMode}
                options={[
                  { value: 'explicitTokens', label: 'from the lengths above' },
                  { value: 'workloadMix', label: 'from the workload mix' },
                ]}
                onChange={(tokenProfileMode) => onPatch({ tokenProfileMode })}
              />
            )}
          </>
        )}
      </FormInput>
      <FormInput of="workloadMix" {...own}>
        {(set) => <MixFields mix={form.workloadMix} onChange={(workloadMix) => set({ workloadMix })} />}
      </FormInput>
      <FormInput of="activeUsersPeak" {...own}>
        {(set) => (
          <NumberField
            label="Active users at the peak"
            integer
            max={1_000_000_000}
            value={form.activeUsersPeak}
            onChange={(activeUsersPeak) => set({ activeUsersPeak })}
          />
        )}
      </FormInput>
      <FormInput of="growth" {...own}>
        {(set) => (
          <div className="grid grid-cols-2 gap-2">
            <NumberField
              label="Growth (% a year)"
              min={-90}
              max={1000}
              zero
              value={form.growthPct}
              onChange={(growthPct) => set({ growthPct })}
            />
            <Horizon form={form} onChange={set} />
          </div>
        )}
      </FormInput>
    </Group>
  );
}
