import { Plus, X } from 'lucide-react';
import type { SizerFormState } from '#contract/sizer/form-state.ts';
import type { SizerGpuModelRow } from '#contract/views/sizer.ts';
import { grouped } from '#lib/grouped.ts';
import { Button } from '#src/components/ui/button.tsx';
import { Combobox } from '#src/components/ui/combobox.tsx';
import { IconButton } from '#src/components/ui/icon-button.tsx';
import { ToggleChip } from '#src/components/ui/toggle-chip.tsx';
import { NumberField } from './number-field.tsx';

const VENDOR_NAMES: Record<string, string> = {
  nvidia: 'NVIDIA',
  amd: 'AMD',
  intel: 'Intel',
  google: 'Google',
  aws: 'AWS',
};
export const vendorName = (vendor: string) => VENDOR_NAMES[vendor] ?? vendor;

const gpuOptions = (gpus: readonly SizerGpuModelRow[]) =>
  gpus.map((gpu) => ({
    value: gpu.gpu_model,
    label: gpu.gpu_display_name,
    detail: `${grouped(gpu.gpu_vram_gb)} GB, ${gpu.gpu_model}`,
  }));

interface HardwareFilterProps {
  models: readonly string[];
  vendors: readonly string[];
  gpus: readonly SizerGpuModelRow[];
  onModels: (models: string[]) => void;
  onVendors: (vendors: string[]) => void;
}

/** Which accelerators may be in the answer: any of the vendors and models named; none named: all. */
export function HardwareFilter({ models, vendors, gpus, onModels, onVendors }: HardwareFilterProps) {
  const all = [...new Set(gpus.map((gpu) => gpu.gpu_vendor_code))];
  const nameOf = (model: string) => gpus.find((gpu) => gpu.gpu_model === model)?.gpu_display_name ?? model;
  return (
    <>
      <div role="group" aria-label="Vendors" className="flex flex-wrap gap-1">
        {[...new Set([...all, ...vendors])].map((vendor) => (
          <ToggleChip
            key={vendor}
            pressed={vendors.includes(vendor)}
            onPressedChange={(on) =>
              onVendors(on ? [...vendors, vendor] : vendors.filter((one) => one !== vendor))
            }
          >
            {vendorName(vendor)}
          </ToggleChip>
        ))}
      </div>
      <Combobox
        aria-label="Allow a GPU model"
        value={null}
        placeholder="Allow a GPU model"
        options={gpuOptions(gpus.filter((gpu) => !models.includes(gpu.gpu_model)))}
        onValueChange={(model) => onModels([...models, model])}
      />
      {models.length > 0 && (
        <ul aria-label="GPU models allowed" className="flex flex-wrap gap-1">
          {models.map((model) => (
            <li
              key={model}
              className="inline-flex items-center gap-0.5 rounded border border-accent bg-accent-soft pl-2 text-xs text-accent"
            >
              {nameOf(model)}
              <IconButton
                label={`Remove ${nameOf(model)}`}
                className="size-6! text-accent!"
                onClick={() => onModels(models.filter((one) => one !== model))}
              >
                <X aria-hidden className="size-3!" />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

type Row = SizerFormState['availableInventoryRows'][number];

/** GPUs that are there already: the plan may use at most these. */
export function InventoryFields({
  rows,
  gpus,
  onChange,
}: {
  rows: readonly Row[];
  gpus: readonly SizerGpuModelRow[];
  onChange: (rows: Row[]) => void;
}) {
  const set = (index: number, change: Partial<Row>) =>
    onChange(rows.map((row, place) => (place === index ? { ...row, ...change } : row)));
  return (
    <div className="grid gap-2">
      {rows.map((row, index) => (
        <div
          key={index}
          role="group"
          aria-label={`Inventory row ${index + 1}`}
          className="grid grid-cols-[minmax(0,1fr)_28px] items-end gap-1.5"
        >
          <div className="grid grid-cols-2 gap-1.5">
            <Combobox
              aria-label={`GPU of row ${index + 1}`}
              className="col-span-2"
              value={row.gpuModel === '' ? null : row.gpuModel}
              placeholder="Choose a GPU"
              options={gpuOptions(gpus)}
              onValueChange={(gpuModel) => set(index, { gpuModel })}
            />
            <NumberField label="GPUs" integer value={row.count} onChange={(count) => set(index, { count })} />
            <NumberField
              label="per machine"
              integer
              max={72}
              placeholder={String(
                gpus.find((gpu) => gpu.gpu_model === row.gpuModel)?.gpus_per_node ?? 'usual',
              )}
              value={row.gpusPerNode}
              onChange={(gpusPerNode) => set(index, { gpusPerNode })}
            />
          </div>
          <IconButton
            label={`Remove row ${index + 1}`}
            onClick={() => onChange(rows.filter((_, place) => place !== index))}
          >
            <X aria-hidden />
          </IconButton>
        </div>
      ))}
      <Button
        className="justify-self-start"
        onClick={() => onChange([...rows, { gpuModel: '', count: 0, gpusPerNode: 0 }])}
      >
        <Plus aria-hidden />
        Add GPUs
      </Button>
    </div>
  );
}
