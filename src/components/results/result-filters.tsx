import type { ReactNode } from 'react';
import { ToggleChip } from '#src/components/ui/toggle-chip.tsx';
import { SubjectSelect } from './subject-select.tsx';
import type { Subject } from './subjects.ts';

interface ResultFiltersProps {
  subjects: readonly Subject[];
  subject: Subject | null;
  onSubjectChange: (subject: { model: string; shape: string }) => void;
  view: { readonly published: boolean; readonly simulated: boolean };
  onViewChange: (change: { published?: boolean; simulated?: boolean }) => void;
  /** The workspace of published results has nothing beside them to switch them off for. */
  isReference: boolean;
  /** What the page itself lets choose, between the subject and whose results count. */
  children: ReactNode;
}

/** The bar above a page of results: which model and shape, what the page asks, and whose results count. */
export function ResultFilters({
  subjects,
  subject,
  onSubjectChange,
  view,
  onViewChange,
  isReference,
  children,
}: ResultFiltersProps) {
  return (
    <div className="flex flex-wrap items-center gap-2">
      <SubjectSelect subjects={subjects} subject={subject} onChange={onSubjectChange} />
      {children}
      <span className="ml-auto flex flex-wrap gap-2">
        {!isReference && (
          <ToggleChip pressed={view.published} onPressedChange={(published) => onViewChange({ published })}>
            published results
          </ToggleChip>
        )}
        <ToggleChip
          pressed={view.simulated}
          title="Figures of simulated engines: no measurement of hardware"
          onPressedChange={(simulated) => onViewChange({ simulated })}
        >
          simulated
        </ToggleChip>
      </span>
    </div>
  );
}
