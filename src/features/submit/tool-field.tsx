import { JOB_TOOLS, type JobTool } from '#contract/jobs.ts';
import type { ServerCurrentStatus } from '#contract/views/v-server-current-status.ts';
import { Panel } from '#src/components/ui/panel.tsx';
import { ToggleChip } from '#src/components/ui/toggle-chip.tsx';
import type { ValueChange } from './read-request.ts';
import { workersWith } from './situation.ts';
import { TOOL_WORDS } from './submit-values.ts';

interface ToolFieldProps {
  value: JobTool;
  servers: readonly ServerCurrentStatus[];
  onChange: (change: ValueChange) => void;
}

/** What is benchmarked: text, text with images, or speech; and which workers can. */
export function ToolField({ value, servers, onChange }: ToolFieldProps) {
  const hosts = workersWith(servers, value);
  return (
    <Panel title="What is benchmarked" padded>
      <div className="grid gap-1.5">
        <div role="group" aria-label="What is benchmarked" className="flex flex-wrap gap-1">
          {JOB_TOOLS.map((tool) => (
            <ToggleChip
              key={tool}
              pressed={tool === value}
              onPressedChange={() => onChange({ p_tool: tool })}
            >
              {TOOL_WORDS[tool].name}
            </ToggleChip>
          ))}
        </div>
        <p
          className={hosts.length === 0 && value !== 'bench-llm' ? 'text-xs text-bad' : 'text-xs text-ink-3'}
        >
          {hosts.length === 0
            ? `No live worker of this workspace offers ${value}.`
            : `${value}, offered by ${hosts.slice(0, 3).join(', ')}${hosts.length > 3 ? ` and ${hosts.length - 3} more` : ''}.`}
        </p>
      </div>
    </Panel>
  );
}
