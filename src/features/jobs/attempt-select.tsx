import type { JobCurrentStatus } from '#contract/views/v-job-current-status.ts';
import { CompactSelect } from '#src/components/ui/compact-select.tsx';

interface AttemptSelectProps {
  job: JobCurrentStatus;
  attempt: number;
  /** 0 is the latest, whichever that is. */
  onChange: (attempt: number) => void;
}

/** Which attempt is shown; nothing where there was only one. */
export function AttemptSelect({ job, attempt, onChange }: AttemptSelectProps) {
  if (job.attempt_count < 2) return null;
  return (
    <CompactSelect
      label="Attempt"
      value={String(attempt)}
      options={Array.from({ length: job.attempt_count }, (_, index) => ({
        value: String(index + 1),
        label: `attempt ${index + 1} of ${job.attempt_count}`,
      }))}
      onValueChange={(next) => onChange(Number(next) === job.attempt_count ? 0 : Number(next))}
    />
  );
}
