import { isTerminal, type JobPhase, type JobStatus } from '#contract/jobs.ts';
import type { JobStatusHistory } from '#contract/views/v-job-status-history.ts';

/** Times are Unix milliseconds; `to` is null for what goes on. */
export interface TimelinePhase {
  readonly phase: JobPhase;
  readonly from: number;
  readonly to: number | null;
}

export interface TimelineStep {
  readonly status: JobStatus;
  readonly attempt: number | null;
  readonly from: number;
  /** A status that ends the job takes no time: it ends when it starts. */
  readonly to: number | null;
  readonly phases: readonly TimelinePhase[];
  readonly messages: readonly { readonly at: number; readonly text: string }[];
}

/** The history of a job as steps: one for each status of each attempt, with the phases in it and what was said. */
export function toTimeline(history: readonly JobStatusHistory[]): TimelineStep[] {
  const ordered = [...history].sort((a, b) => a.job_status_id - b.job_status_id);
  const steps: { -readonly [Key in keyof TimelineStep]: TimelineStep[Key] }[] = [];
  for (const entry of ordered) {
    const at = Date.parse(entry.created_at);
    let step = steps.at(-1);
    if (step?.status !== entry.status_code || step.attempt !== entry.attempt) {
      if (step !== undefined && step.to === null) endAt(step, at);
      step = {
        status: entry.status_code,
        attempt: entry.attempt,
        from: at,
        to: isTerminal(entry.status_code) ? at : null,
        phases: [],
        messages: [],
      };
      steps.push(step);
    }
    const phase = step.phases.at(-1);
    if (entry.phase_code !== null && entry.phase_code !== phase?.phase) {
      step.phases = [
        ...step.phases.map((one) => ({ ...one, to: one.to ?? at })),
        { phase: entry.phase_code, from: at, to: null },
      ];
    }
    if (entry.message !== null && entry.message !== '')
      step.messages = [...step.messages, { at, text: entry.message }];
  }
  return steps;
}

function endAt(step: { to: number | null; phases: readonly TimelinePhase[] }, at: number): void {
  step.to = at;
  step.phases = step.phases.map((one) => ({ ...one, to: one.to ?? at }));
}

/** Seconds a step or phase took, until now where it goes on; never negative, as clocks of two machines may differ. */
export function secondsOf(span: { from: number; to: number | null }, nowMs: number): number {
  return Math.max(0, ((span.to ?? nowMs) - span.from) / 1000);
}
