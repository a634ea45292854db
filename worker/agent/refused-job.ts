import { AttemptFailure, type Cause } from './outcome.ts';
import type { AnswerError } from './platform-client.ts';

/** Fields of a claimed job that a newer platform may fill with words that this worker has never heard of. */
const KINDS = new Set(['tool_code', 'launch.kind']);

/** What people call the fields that they fill in themselves. */
const NAMES: Readonly<Record<string, string>> = {
  'launch.base_url': "the endpoint's address",
  'launch.api_key': "the endpoint's API key",
  'launch.endpoint_api': "the endpoint's API",
  'launch.argv': 'the command of the model server',
  'launch.env': 'the variables of the model server',
  'launch.port': 'the port of the model server',
  'launch.served_model_name': 'the model name',
};

/**
 * Why a claimed job cannot be read: its kind is unknown here, or a field is wrong, which is named. The answer's faults
 * name fields and what was expected, never a value, so no secret gets out.
 */
export function refusedJob({ message, faults }: AnswerError): AttemptFailure {
  if (faults.length === 0 || faults.some(({ path }) => path === '' || KINDS.has(path)))
    return new AttemptFailure(
      'unsupported_job',
      `This worker is too old for the job or does not know its kind: ${message}`,
    );
  const named = faults.map((fault) => {
    const name = NAMES[fault.path];
    return name === undefined
      ? `${fault.path}: ${fault.message}`
      : `${name} (${fault.path}): ${fault.message}`;
  });
  return new AttemptFailure(causeOf(faults[0]?.path ?? ''), `The job cannot be run: ${named.join('; ')}.`);
}

function causeOf(path: string): Cause {
  if (path.startsWith('bench.')) return 'bench_spec_refused';
  return path.startsWith('launch.') ? 'launch_refused' : 'unsupported_job';
}
