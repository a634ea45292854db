import type { MemoryFit } from './memory-fit.ts';
import type { Check } from './check.ts';
import type { Choice } from './choices.ts';
import type { Plan, Situation } from './situation.ts';
import type { SubmitValues } from './submit-schema.ts';
import { EMPTY_VALUES } from './submit-values.ts';

/** What stands beside the fields. */
export interface Look {
  checks: readonly Check[];
  /** Null until a model, a precision, a server and a load are known. */
  memory: MemoryFit | null;
  /** What can be chosen as precision. */
  precisions: readonly Choice[];
}

const open = (one: Omit<Check, 'level'>): Check => ({ ...one, level: 'open' });

/** The rows, each with what it says while something is not chosen. */
export const OPEN = {
  server: open({ id: 'server', title: 'Server', field: 'p_config_code', text: 'Choose where it runs.' }),
  software: open({ id: 'software', title: 'Framework', text: 'Choose a framework.' }),
  memory: open({
    id: 'memory',
    title: 'GPU memory',
    field: 'p_concurrency',
    text: 'Needs a server, a model, a precision and a load.',
  }),
  context: open({
    id: 'context',
    title: 'Context',
    field: 'p_input_sequence_length',
    text: 'Needs a model and both lengths.',
  }),
  name: open({
    id: 'name',
    title: 'Job name',
    field: 'p_job_name',
    text: 'Suggested once model and load are chosen.',
  }),
  work: open({ id: 'work', title: 'Work', text: 'Needs a load.' }),
} as const satisfies Record<string, Check>;

/** Whether nothing is chosen yet but what changes no row below: where it is filed, a framework and its version. */
export const isBlank = (values: SubmitValues): boolean =>
  JSON.stringify({ ...values, p_project_name: '', p_run_name: '', p_framework_code: '', p_version: '' }) ===
  JSON.stringify(EMPTY_VALUES);

const UNKNOWN: Plan = {
  isKnown: false,
  concurrencies: null,
  isl: null,
  osl: null,
  shapes: null,
  repeats: 1,
  isList: false,
  jobs: [],
  numRequests: null,
  numWarmups: null,
  names: [],
};
const SHAPE = { isl: 1024, osl: 1024 };

/** What `planOf` reads in a blank form, which a test holds; nothing of any other, until its code is there. */
export const firstPlan = (values: SubmitValues): Plan =>
  isBlank(values)
    ? {
        ...UNKNOWN,
        ...SHAPE,
        isKnown: true,
        concurrencies: [8],
        shapes: [SHAPE],
        jobs: [{ ...SHAPE, concurrency: 8, repeat: 1, name: '' }],
        names: [''],
      }
    : UNKNOWN;

/**
 * What `fullLook` says, until its code (4 kB gzipped) is there: of a blank form the same, which a test holds; of any
 * other that it is being looked at.
 */
export const firstLook = ({ isKnown, values, framework, quantizations }: Situation): Look => ({
  checks: isKnown
    ? Object.values({
        ...OPEN,
        software: software(framework, values.p_version),
        work: {
          ...OPEN.work,
          level: 'ok',
          text: '100 requests measured, 16 to warm up; about 119K tokens in, 119K out.',
        },
      })
    : Object.values(OPEN).map((row) => ({ ...row, level: 'looking', text: 'Looking…' })),
  memory: null,
  precisions: quantizations.map((one) => ({ value: one.quantization_code, label: one.display_name })),
});

/** The row of a framework that can be launched, as the form chooses it. */
function software(framework: Situation['framework'], version: string): Check {
  if (framework === null) return OPEN.software;
  if (version === '') return { ...OPEN.software, text: 'Choose a version.' };
  return { ...OPEN.software, level: 'ok', text: `${framework.framework_name} ${version}` };
}
