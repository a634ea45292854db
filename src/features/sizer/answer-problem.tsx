import { Fragment } from 'react';
import {
  noViableDetailsSchema,
  trainingRequiredDetailsSchema,
  type RecoveryStep,
} from '#contract/sizer/error-details.ts';
import { ApiError } from '#src/api/api-error.ts';
import { useWorkspace } from '#src/components/layout/use-workspace.ts';
import { Button } from '#src/components/ui/button.tsx';
import { EmptyState } from '#src/components/ui/empty-state.tsx';
import { ErrorState } from '#src/components/ui/error-state.tsx';
import { Panel } from '#src/components/ui/panel.tsx';
import { AnswerTable } from './answer-table.tsx';
import { changeWords, RejectedPanel, RelaxationButton } from './rejected-panel.tsx';
import type { FeatureChange } from './sizer-request.ts';
import { SizerAway, SizerOff } from './sizer-off.tsx';

interface AnswerProblemProps {
  error: unknown;
  onChange: (changes: readonly FeatureChange[], ask?: 'sizing_plan' | 'model_fit') => void;
  onRetry: () => void;
}

/** Why there is no answer and the way on: refusals of the sizer each have one, other failures can be tried again. */
export function AnswerProblem({ error, onChange, onRetry }: AnswerProblemProps) {
  const { can } = useWorkspace();
  if (!(error instanceof ApiError)) return <ErrorState error={error} title="The answer could not be drawn" />;
  if (error.code === 'SIZER_NOT_CONFIGURED')
    return <SizerOff isSwitchedOff={error.details?.['configured'] === true} isAdmin={can('admin')} />;
  if (error.code === 'SIZER_UPSTREAM_UNAVAILABLE')
    return <SizerAway error={error} onRetry={onRetry} isAdmin={can('admin')} />;
  if (error.code === 'TRAINING_REQUIRED') return <TrainingRequired error={error} onChange={onChange} />;
  if (error.code === 'NO_VIABLE_RECOMMENDATION') return <NoViable error={error} onChange={onChange} />;
  return <ErrorState error={error} title="The request was not sized" onRetry={onRetry} />;
}

/** Names of the steps as the sizer API gives them, for when an answer brings none of its own. */
const STEP_NAMES: Record<RecoveryStep['action'], string> = {
  remove_filters: 'Remove the framework and precision filters',
  widen_gpu_models: 'Allow more GPU models',
  use_common_model: 'Use a smaller or more common model',
  use_model_fit: 'Only check whether the model fits',
};

function TrainingRequired({ error, onChange }: { error: ApiError } & Pick<AnswerProblemProps, 'onChange'>) {
  const details = trainingRequiredDetailsSchema.safeParse(error.details);
  const steps: readonly RecoveryStep[] = details.success ? details.data.recovery : OWN_STEPS;
  return (
    <Panel title="Not covered by what the sizer was trained on" note="TRAINING_REQUIRED">
      <div className="grid gap-3 p-3">
        <p role="alert" className="text-sm">
          {error.message}
          {details.success && details.data.reason !== error.message && ` ${details.data.reason}`}
        </p>
        <h3 className="text-sm font-medium">What helps, in this order</h3>
        <ol aria-label="Recovery steps" className="grid gap-2">
          {steps.map((step) => {
            const isIdle = step.changes.length === 0 && step.solve_for === null;
            return (
              <li key={step.step} className="flex flex-wrap items-center gap-x-3 gap-y-1">
                <Button
                  className="text-left whitespace-normal!"
                  disabled={isIdle}
                  onClick={() => onChange(step.changes, step.solve_for ?? undefined)}
                >
                  {step.step}. {STEP_NAMES[step.action]}
                </Button>
                <span className="min-w-0 flex-1 basis-60 text-sm text-ink-2">
                  {isIdle ? 'Nothing of this kind is set.' : step.message}
                  {step.changes.length > 0 && (
                    <span className="text-ink-3"> {changeWords(step.changes)}.</span>
                  )}
                </span>
              </li>
            );
          })}
        </ol>
      </div>
      {details.success && details.data.closest_supported.length > 0 && (
        <div className="border-t border-line">
          <h3 className="px-3 pt-2 text-sm font-medium">Closest that is supported</h3>
          <AnswerTable
            label="Closest supported options"
            head={[
              { header: 'Model' },
              { header: 'GPU' },
              { header: 'Framework' },
              { header: 'Precision' },
              { header: 'Action' },
            ]}
          >
            {details.data.closest_supported.map((one, index) => (
              <tr key={index}>
                <th scope="row">{one.display_model}</th>
                <td>{one.gpu_model}</td>
                <td>{one.framework}</td>
                <td>{one.precision}</td>
                <td>
                  <Button
                    aria-label={`Use ${one.display_model} on ${one.gpu_model}, ${one.framework}, ${one.precision}`}
                    onClick={() =>
                      onChange([
                        { feature: 'display_model', to: one.display_model },
                        { feature: 'allowed_gpu_models', to: [one.gpu_model] },
                        { feature: 'framework', to: one.framework },
                        { feature: 'precision', to: one.precision },
                      ])
                    }
                  >
                    Use this
                  </Button>
                </td>
              </tr>
            ))}
          </AnswerTable>
        </div>
      )}
    </Panel>
  );
}

/** The steps without the server's help: the model to choose is then a person's choice, in the form. */
const OWN_STEPS: readonly RecoveryStep[] = [
  {
    step: 1,
    action: 'remove_filters',
    message: 'Any framework and precision may then answer.',
    changes: [
      { feature: 'framework', from: null, to: null },
      { feature: 'precision', from: null, to: null },
    ],
    solve_for: null,
  },
  {
    step: 2,
    action: 'widen_gpu_models',
    message: 'Every GPU of the catalog may then answer.',
    changes: [{ feature: 'allowed_gpu_models', from: null, to: null }],
    solve_for: null,
  },
  { step: 3, action: 'use_common_model', message: 'Choose one in the form.', changes: [], solve_for: null },
  {
    step: 4,
    action: 'use_model_fit',
    message: 'Memory alone, without speed.',
    changes: [],
    solve_for: 'model_fit',
  },
];

function NoViable({ error, onChange }: { error: ApiError } & Pick<AnswerProblemProps, 'onChange'>) {
  const details = noViableDetailsSchema.safeParse(error.details);
  const relaxation = details.success ? details.data.smallest_relaxation : null;
  return (
    <Fragment>
      <Panel title="Nothing meets all of it" note="NO_VIABLE_RECOMMENDATION">
        <div className="grid gap-3 p-3">
          <p role="alert" className="text-sm">
            {error.message}
          </p>
          {relaxation === null ? (
            <p className="text-sm text-ink-2">
              No single change would do. Relax the budget, the latency, the nodes or the hardware filter.
            </p>
          ) : (
            <>
              <h3 className="text-sm font-medium">The smallest change that gives an answer</h3>
              <RelaxationButton relaxation={relaxation} label="Smallest change" onChange={onChange} />
            </>
          )}
        </div>
      </Panel>
      {details.success && <RejectedPanel rejected={details.data.rejected} onChange={onChange} />}
    </Fragment>
  );
}

/** The sizer asks back: the choices nearest to what was said, one press each. */
export function Clarification({
  question,
  options,
  feature,
  onChange,
}: {
  question: string;
  options: readonly string[];
  feature: string | null;
} & Pick<AnswerProblemProps, 'onChange'>) {
  const isList = feature === 'allowed_gpu_models' || feature === 'allowed_vendors';
  return (
    <Panel title="One question first">
      <EmptyState
        title={question}
        actions={
          feature !== null &&
          options.map((option) => (
            <Button key={option} onClick={() => onChange([{ feature, to: isList ? [option] : option }])}>
              {option}
            </Button>
          ))
        }
      >
        {feature === null && options.length > 0 && options.join(', ')}
      </EmptyState>
    </Panel>
  );
}
