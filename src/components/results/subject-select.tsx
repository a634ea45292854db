import { CompactSelect } from '#src/components/ui/compact-select.tsx';
import { shapeWords } from './shape-words.ts';
import type { Subject } from './subjects.ts';

interface SubjectSelectProps {
  subjects: readonly Subject[];
  subject: Subject | null;
  onChange: (subject: { model: string; shape: string }) => void;
}

/** Which model under which workload shape; only what has figures is offered, with how many deployments. */
export function SubjectSelect({ subjects, subject, onChange }: SubjectSelectProps) {
  if (subject === null) return null;
  const models = [...new Set(subjects.map(({ model }) => model))].sort((a, b) => a.localeCompare(b));
  const shapes = subjects.filter(({ model }) => model === subject.model);
  return (
    <>
      <CompactSelect
        label="Model"
        value={subject.model}
        options={models.map((model) => ({ value: model, label: model }))}
        onValueChange={(model) => onChange({ model, shape: '' })}
      />
      <CompactSelect
        label="Workload shape"
        value={subject.shape}
        options={shapes.map(({ shape, count }) => ({
          value: shape,
          label: `${shapeWords(shape)} (${count})`,
        }))}
        onValueChange={(shape) => onChange({ model: subject.model, shape })}
      />
    </>
  );
}
