import type { ValueChange } from './read-request.ts';
import type { SubmitValues } from './submit-schema.ts';

/**
 * One thing looked at before sending. `open` waits for a choice; `unknown` cannot be told and
 * stops nothing; `looking` is not looked at yet.
 */
export interface Check {
  id: 'tool' | 'server' | 'software' | 'memory' | 'context' | 'name' | 'work' | 'quota';
  level: 'block' | 'warn' | 'ok' | 'open' | 'unknown' | 'looking';
  title: string;
  text: string;
  /** The field a block belongs to. */
  field?: keyof SubmitValues;
  fixes?: readonly Fix[];
}

/** A change that would pass the check, one press away. */
export interface Fix {
  label: string;
  change: ValueChange;
}
