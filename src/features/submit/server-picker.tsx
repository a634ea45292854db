import { clsx } from 'clsx';
import { useState, type Ref } from 'react';
import type { ServerCurrentStatus } from '#contract/views/v-server-current-status.ts';
import { grouped } from '#lib/grouped.ts';
import { Input } from '#src/components/ui/input.tsx';
import { RelativeTime } from '#src/components/ui/relative-time.tsx';
import { ServerStatusBadge } from '#src/components/ui/server-status-badge.tsx';
import { isConfig, LAUNCH_WORDS, unusableReason, type ServerConfig } from './choices.ts';
import { formatGb } from './gb-text.ts';

/** From this many configs on, a box to find one by typing pays. */
const MANY = 8;

interface ServerPickerProps {
  servers: readonly ServerCurrentStatus[];
  /** The config chosen: its host name and code. */
  chosen: { hostname: string; configCode: string };
  onChoose: (config: ServerConfig) => void;
  ref?: Ref<HTMLInputElement>;
  onBlur?: () => void;
  'aria-describedby'?: string;
  'aria-invalid'?: boolean;
}

/** Servers with how they are, and their configs to choose from; one that cannot take a job says why. */
export function ServerPicker({ servers, chosen, onChoose, ref, onBlur, ...aria }: ServerPickerProps) {
  const [find, setFind] = useState('');
  const matches = (row: ServerCurrentStatus) =>
    `${row.hostname} ${row.config_code ?? ''} ${row.gpu_name ?? ''}`
      .toLowerCase()
      .includes(find.trim().toLowerCase());
  const shown = servers.filter(matches);
  const hosts = [...new Set(shown.map((row) => row.hostname))];
  const isChosen = (row: ServerCurrentStatus) =>
    row.hostname === chosen.hostname && row.config_code === chosen.configCode;
  const focusable = servers.find(isChosen) ?? servers.find((row) => unusableReason(row) === null);
  return (
    <div className="grid gap-2">
      {servers.length >= MANY && (
        <Input
          aria-label="Find a server or config"
          placeholder="Find a server or config"
          value={find}
          onChange={(event) => setFind(event.target.value)}
          onKeyDown={(event) => {
            // Enter finds; it does not send the form.
            if (event.key === 'Enter') event.preventDefault();
          }}
        />
      )}
      <div
        role="radiogroup"
        aria-label="Server and config"
        {...aria}
        className={clsx(
          'sm:max-h-80 sm:overflow-y-auto rounded border',
          aria['aria-invalid'] === true ? 'border-bad' : 'border-line',
        )}
      >
        {hosts.length === 0 && <p className="px-3 py-3 text-sm text-ink-3">Nothing matches</p>}
        {hosts.map((hostname) => {
          const rows = shown.filter((row) => row.hostname === hostname);
          return (
            <div key={hostname} className="border-b border-line last:border-b-0">
              {rows[0] !== undefined && <HostLine server={rows[0]} />}
              {rows.map((row) => (
                <ConfigLine
                  key={row.server_config_id ?? 'none'}
                  row={row}
                  isChosen={isChosen(row)}
                  onChoose={onChoose}
                  onBlur={onBlur}
                  ref={row === focusable ? ref : undefined}
                />
              ))}
            </div>
          );
        })}
      </div>
    </div>
  );
}

function HostLine({ server }: { server: ServerCurrentStatus }) {
  return (
    <div className="flex flex-wrap items-center gap-x-2 gap-y-0.5 bg-raised px-3 py-1 text-sm">
      <span className="font-medium">{server.hostname}</span>
      <ServerStatusBadge status={server.status_code} />
      <span className="text-xs text-ink-3">
        {server.last_heartbeat_at !== null && (
          <>
            heard <RelativeTime at={server.last_heartbeat_at} />
          </>
        )}
        {server.current_job_name !== null &&
          server.status_code !== 'offline' &&
          ` · runs ${server.current_job_name}`}
        {server.pending_count > 0 && ` · ${grouped(server.pending_count)} waiting`}
      </span>
    </div>
  );
}

interface ConfigLineProps {
  row: ServerCurrentStatus;
  isChosen: boolean;
  onChoose: (config: ServerConfig) => void;
  onBlur?: () => void;
  ref?: Ref<HTMLInputElement>;
}

function ConfigLine({ row, isChosen, onChoose, onBlur, ref }: ConfigLineProps) {
  const reason = unusableReason(row);
  const hardware = hardwareText(row);
  return (
    <label
      className={clsx(
        'grid min-h-8 grid-cols-[16px_minmax(0,1fr)] items-center gap-x-2 px-3 py-1 text-sm has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 has-focus-visible:outline-accent pointer-coarse:min-h-10',
        isChosen && 'bg-accent-soft',
        reason === null ? 'hover:bg-raised' : 'text-ink-3',
      )}
    >
      <input
        type="radio"
        name="p_config_code"
        ref={ref}
        checked={isChosen}
        disabled={reason !== null}
        onBlur={onBlur}
        onChange={() => {
          if (isConfig(row)) onChoose(row);
        }}
        className="size-4 appearance-none rounded-full border border-line-strong bg-surface outline-none checked:border-5 checked:border-accent disabled:border-dashed"
      />
      <span className="flex min-w-0 flex-wrap items-baseline gap-x-3 xl:grid xl:grid-cols-[minmax(0,2fr)_minmax(0,1.2fr)_minmax(0,3fr)]">
        <span className="truncate font-mono text-xs" title={row.config_code ?? undefined}>
          {row.config_code ?? 'no config'}
        </span>
        <span className="text-xs text-ink-3">
          {row.launch_kind !== null && LAUNCH_WORDS[row.launch_kind]}
        </span>
        <span className="flex min-w-0 flex-wrap items-baseline gap-x-3">
          {hardware !== '' && <span>{hardware}</span>}
          {row.endpoint_url !== null && (
            <span className="font-mono text-xs break-all text-ink-3">{row.endpoint_url}</span>
          )}
          {reason !== null && <span className="text-xs">{reason}</span>}
        </span>
      </span>
    </label>
  );
}

function hardwareText(row: ServerCurrentStatus): string {
  const gpu = row.gpu_name ?? row.gpu_model;
  if (gpu === null) return '';
  const count = row.gpu_count === null ? '' : `${grouped(row.gpu_count)} × `;
  const memory =
    row.gpu_memory_gb === null ? '' : `, ${formatGb((row.gpu_count ?? 1) * row.gpu_memory_gb)} GB`;
  return `${count}${gpu}${memory}`;
}
