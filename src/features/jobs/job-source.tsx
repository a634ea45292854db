import { CopyButton } from '#src/components/ui/copy-button.tsx';
import { Panel } from '#src/components/ui/panel.tsx';
import type { JobResult } from './jobs-queries.ts';

/** Where a published or imported figure comes from, to be cited; the address may lead to another site. */
export function JobSource({ result, options }: { result: JobResult; options: Record<string, unknown> }) {
  const { citation, source_url: url } = result;
  if (citation === null && url === null) return null;
  return (
    <Panel title="Source" padded>
      <div className="grid max-w-prose gap-2 text-sm">
        {citation !== null && (
          <p className="break-words">
            {citation} <CopyButton text={citation} label="Copy the citation" />
          </p>
        )}
        {url !== null && (
          <p className="break-all text-ink-2">
            {/^https?:\/\//.test(url) ? (
              <a href={url} target="_blank" rel="noreferrer" className="text-accent">
                {url}
              </a>
            ) : (
              url
            )}{' '}
            <CopyButton text={url} label="Copy the address of the source" />
          </p>
        )}
        {options['throughput_is_derived'] === true && (
          <p className="text-ink-2">
            Its throughput is derived: the source gives concurrency and latencies, and tokens/s follow from
            them.
          </p>
        )}
        {result.statistic === 'unspecified' && (
          <p className="text-ink-2">
            The source does not say whether its latencies are means or medians. They are kept under mean, and
            should be compared with care.
          </p>
        )}
      </div>
    </Panel>
  );
}
