import { z } from 'zod';

/** Job status values of the contract, in the order a job passes them. */
export const JOB_STATUSES = ['pending', 'queued', 'running', 'completed', 'failed', 'cancelled'] as const;
export const jobStatusSchema = z.enum(JOB_STATUSES);
export type JobStatus = z.infer<typeof jobStatusSchema>;

/** A job in one of these never changes again. */
export const TERMINAL_JOB_STATUSES: readonly JobStatus[] = ['completed', 'failed', 'cancelled'];

export function isTerminal(status: JobStatus): boolean {
  return TERMINAL_JOB_STATUSES.includes(status);
}

/** Internal phases shown beside the status (product decision 3). */
export const JOB_PHASES = [
  'claimed',
  'preparing',
  'launching',
  'ready',
  'warming',
  'measuring',
  'collecting',
  'uploading',
] as const;
export const jobPhaseSchema = z.enum(JOB_PHASES);
export type JobPhase = z.infer<typeof jobPhaseSchema>;

/** Where a figure comes from. Only `measured` was run by a worker of this platform on real hardware. */
export const PROVENANCES = ['measured', 'published', 'imported', 'simulated'] as const;
export const provenanceSchema = z.enum(PROVENANCES);
export type Provenance = z.infer<typeof provenanceSchema>;

/** Roles of a member in a workspace, weakest first; each may do all that the ones before it may. */
export const ROLES = ['viewer', 'engineer', 'admin', 'owner'] as const;
export const roleSchema = z.enum(ROLES);
export type Role = z.infer<typeof roleSchema>;

/** True when `role` may do what `minimum` may. */
export function roleAtLeast(role: Role, minimum: Role): boolean {
  return ROLES.indexOf(role) >= ROLES.indexOf(minimum);
}

/** How a server config comes to a running model server. */
export const LAUNCH_KINDS = ['simulated', 'endpoint', 'process'] as const;
export const launchKindSchema = z.enum(LAUNCH_KINDS);
export type LaunchKind = z.infer<typeof launchKindSchema>;

export const JOB_TOOLS = ['bench-llm', 'bench-vlm', 'bench-asr'] as const;
export const jobToolSchema = z.enum(JOB_TOOLS);
export type JobTool = z.infer<typeof jobToolSchema>;
