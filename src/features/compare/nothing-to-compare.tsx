import { Link } from '@tanstack/react-router';
import { Button, buttonStyles } from '#src/components/ui/button.tsx';
import { EmptyState } from '#src/components/ui/empty-state.tsx';
import { Panel } from '#src/components/ui/panel.tsx';
import { useWorkspace } from '#src/components/layout/use-workspace.ts';
import type { SetView } from '#src/url/use-view-search.ts';
import type { CompareView } from './compare-search.ts';
import type { SetKind } from './compare-sets.ts';

const NEEDS: Readonly<Record<SetKind, string>> = {
  models: 'two models on the same GPUs, framework, precision and workload',
  frameworks: 'one model on the same GPUs and precision with two frameworks, or two versions of one',
  quantization: 'one model on the same GPUs and framework in two precisions',
  concurrency: 'one model at several concurrencies',
  hardware: 'one model under the same workload on two kinds of GPU',
};

interface NothingToCompareProps {
  kind: SetKind;
  leavesSimulated: boolean;
  view: CompareView;
  onViewChange: SetView<CompareView>;
}

/** What a comparison needs, why there is none, and what to do about it. */
export function NothingToCompare({ kind, leavesSimulated, view, onViewChange }: NothingToCompareProps) {
  const { orgId, mayWrite } = useWorkspace();
  return (
    <Panel>
      <EmptyState
        title="Nothing to compare yet"
        actions={
          <>
            {leavesSimulated && (
              <Button onClick={() => onViewChange({ simulated: true })}>Take in simulated results</Button>
            )}
            {!view.published && (
              <Button onClick={() => onViewChange({ published: true })}>Take in published results</Button>
            )}
            {mayWrite && (
              <Link to="/w/$orgId/submit" params={{ orgId }} className={buttonStyles({ variant: 'primary' })}>
                Submit a sweep
              </Link>
            )}
          </>
        }
      >
        This comparison needs results of {NEEDS[kind]}.
        {leavesSimulated && ' Simulated results are left out: they are no measurement of hardware.'}
      </EmptyState>
    </Panel>
  );
}
