import { useMemo } from 'react';
import type { EvaluatedProfile, Recommendation } from '#contract/sizer/solve-response.ts';
import { ChartFrame } from '#src/components/chart/chart-frame.tsx';
import type { ChartView } from '#src/components/chart/chart-params.ts';
import { CompactSelect } from '#src/components/ui/compact-select.tsx';
import { featureWords } from './answer-format.ts';
import { toSensitivityPanels, variedInputs } from './sensitivity-series.ts';

interface SensitivityPanelProps {
  row: Recommendation;
  profile: EvaluatedProfile | null;
  /** The input varied; one that the row does not vary stands for its first. */
  vary: string;
  onVary: (input: string) => void;
  view: ChartView;
  onViewChange: (change: Partial<ChartView>) => void;
}

/** What one step of one input does to hardware, latency and money. Loaded with the chart library. */
export function SensitivityPanel({ row, profile, vary, onVary, view, onViewChange }: SensitivityPanelProps) {
  const inputs = useMemo(() => variedInputs(row.sensitivity_points), [row]);
  const input = inputs.includes(vary) ? vary : (inputs[0] ?? '');
  const panels = useMemo(() => toSensitivityPanels(row, input, profile), [row, input, profile]);
  return (
    <ChartFrame
      title="Sensitivity"
      subtitle={`${row.gpu_display_name}, all else as asked`}
      panels={panels}
      plotHeight={110}
      view={view}
      onViewChange={onViewChange}
      state={
        panels.length === 0
          ? { kind: 'empty', message: 'The answer holds no sensitivity points.' }
          : { kind: 'ready' }
      }
      controls={
        inputs.length > 1 && (
          <CompactSelect
            label="Input varied"
            value={input}
            options={inputs.map((one) => ({ value: one, label: featureWords(one) }))}
            onValueChange={onVary}
          />
        )
      }
    />
  );
}
