import { formatMetric } from '#contract/metrics.ts';
import type { JobCurrentStatus } from '#contract/views/v-job-current-status.ts';
import { configText, gpuText } from '#src/components/chart/job-text.ts';
import { KeyValue } from '#src/components/ui/facts.tsx';
import { Panel } from '#src/components/ui/panel.tsx';
import type { JobResult } from './jobs-queries.ts';

interface JobParametersProps {
  job: JobCurrentStatus;
  options: Record<string, unknown>;
  result: JobResult | null;
}

/** What was asked for, and what of it the run did. */
export function JobParameters({ job, options, result }: JobParametersProps) {
  const framework = [job.framework_code, job.framework_version].filter((part) => part !== null).join(' ');
  const tokens = (asked: number | null, actual: number | null | undefined) =>
    asked === null
      ? null
      : `${formatMetric('input_sequence_length', asked)} tokens${
          actual == null ? '' : `, ${formatMetric('input_sequence_length', actual)} on average`
        }`;
  const others = Object.entries(options).filter(
    ([key, value]) => value !== null && !(job.provenance === 'published' && SAID_ABOVE.includes(key)),
  );
  return (
    <Panel title="Parameters" padded>
      <KeyValue
        items={[
          { label: 'Tool', value: job.tool_code },
          { label: 'Model', value: job.model_code },
          { label: 'Framework', value: framework === '' ? null : framework },
          { label: 'Precision', value: job.quantization_code },
          { label: 'GPUs', value: gpuText(job) },
          { label: 'Server', value: job.server_hostname },
          { label: 'Config', value: configText({ config_code: job.config_code, options }) },
          {
            label: 'Concurrency',
            value:
              job.concurrency === null ? null : `${formatMetric('concurrency', job.concurrency)} in flight`,
          },
          { label: 'Input length', value: tokens(job.input_sequence_length, result?.input_tokens_mean) },
          { label: 'Output length', value: tokens(job.output_sequence_length, result?.output_tokens_mean) },
          ...(result?.token_count_source == null
            ? []
            : [
                {
                  label: 'Tokens counted by',
                  value: COUNTED_BY[result.token_count_source] ?? result.token_count_source,
                },
              ]),
          ...others.map(([key, value]) => ({
            label: <code className="font-mono text-xs">{key}</code>,
            value: typeof value === 'string' ? value : JSON.stringify(value),
          })),
        ]}
      />
    </Panel>
  );
}

/** Keys of published figures that the lines above or the source panel already say. */
const SAID_ABOVE = ['tp', 'ep', 'dp_attention', 'framework', 'precision', 'throughput_is_derived'];

const COUNTED_BY: Record<string, string> = {
  usage: "the server's usage report",
  chunks: 'stream events, as the server reports no usage',
  mixed: "the server's usage report where there was one, else stream events",
};
