import { METRICS, type MetricKey } from '#contract/metrics.ts';
import { CompactSelect } from '#src/components/ui/compact-select.tsx';

interface MetricSelectProps {
  label: string;
  value: MetricKey | null;
  keys: readonly MetricKey[];
  onChange: (key: string) => void;
}

/** One of the metrics that have values here. */
export function MetricSelect({ label, value, keys, onChange }: MetricSelectProps) {
  if (keys.length < 2) return null;
  return (
    <CompactSelect
      label={label}
      value={value}
      options={keys.map((key) => ({ value: key, label: METRICS[key].label }))}
      onValueChange={onChange}
    />
  );
}
