import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Suspense, useState, type ReactNode } from 'react';
import type { ServerCurrentStatus } from '#contract/views/v-server-current-status.ts';
import { decimals } from '#lib/decimal-text.ts';
import { grouped } from '#lib/grouped.ts';
import { useWorkspace } from '#src/components/layout/use-workspace.ts';
import { Badge } from '#src/components/ui/badge.tsx';
import { Button, buttonStyles } from '#src/components/ui/button.tsx';
import { Drawer } from '#src/components/ui/drawer.tsx';
import { EmptyState } from '#src/components/ui/empty-state.tsx';
import { Unread } from '#src/components/ui/error-state.tsx';
import { FactsLine } from '#src/components/ui/facts-line.tsx';
import { CopyableId } from '#src/components/ui/copyable-id.tsx';
import { KeyValue } from '#src/components/ui/facts.tsx';
import { lazyPart } from '#src/components/ui/lazy-part.ts';
import { RelativeTime } from '#src/components/ui/relative-time.tsx';
import { ServerStatusBadge } from '#src/components/ui/server-status-badge.tsx';
import { HistoryPart } from './history-part.tsx';
import { PresencePart } from './presence-part.tsx';
import { ReadinessPart } from './readiness-part.tsx';
import { gpuText, totalMemoryGb } from './server-facts.ts';
import { serverInstancesQuery } from './server-instances-query.ts';

const RemoveWorkerDialog = lazyPart(
  () => import('./remove-worker-dialog.tsx'),
  (part) => part.RemoveWorkerDialog,
);

interface ServerDrawerProps {
  open: boolean;
  onClose: () => void;
  /** The server's rows, one for each config; none when there is no such server. */
  rows: readonly ServerCurrentStatus[];
  canWrite: boolean;
  onAddConfig: () => void;
}

/** One server: what it is made of, what can run on it, what it does now. */
export function ServerDrawer({ open, onClose, rows, canWrite, onAddConfig }: ServerDrawerProps) {
  const [server] = rows;
  return (
    <Drawer
      open={open}
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      title={server?.hostname ?? 'Server'}
    >
      {server === undefined ? (
        <EmptyState title="There is no such server in this workspace">
          It may have been removed, or the link is for another workspace.
        </EmptyState>
      ) : (
        <ServerDetail server={server} rows={rows} canWrite={canWrite} onAddConfig={onAddConfig} />
      )}
    </Drawer>
  );
}

function ServerDetail({
  server,
  rows,
  canWrite,
  onAddConfig,
}: { server: ServerCurrentStatus } & Pick<ServerDrawerProps, 'rows' | 'canWrite' | 'onAddConfig'>) {
  const { orgId } = useWorkspace();
  const { hardware, capabilities } = server;
  const configs = rows.filter((row) => row.config_code !== null);
  const [isRemoving, setRemoving] = useState<boolean | null>(null);
  return (
    <div className="grid grid-cols-1 gap-5 p-4">
      <div className="grid gap-1.5">
        <FactsLine
          facts={[
            <ServerStatusBadge key="status" status={server.status_code} />,
            server.last_heartbeat_at !== null && (
              <>
                heard <RelativeTime at={server.last_heartbeat_at} />
              </>
            ),
            <CopyableId key="id" label="server" id={server.server_id} />,
            server.worker_id !== null && <CopyableId key="worker" label="worker" id={server.worker_id} />,
          ]}
        />
        {server.server_description !== null && (
          <p className="text-sm text-ink-2">{server.server_description}</p>
        )}
      </div>

      <Part
        title="Now"
        actions={
          canWrite &&
          server.worker_id !== null && (
            <Button variant="quiet" className="text-bad!" onClick={() => setRemoving(true)}>
              Remove the worker
            </Button>
          )
        }
      >
        <KeyValue
          items={[
            {
              label: 'Current job',
              value:
                server.current_job_id === null ? null : (
                  <Link to={`/w/${orgId}/jobs/${server.current_job_id}` as '/'} className="text-accent">
                    {server.current_job_name}
                  </Link>
                ),
            },
            { label: 'Waiting', value: grouped(server.pending_count) },
            { label: 'Agent', value: server.agent_version },
          ]}
        />
      </Part>

      {configs.length > 0 && (
        <Part title="Readiness">
          <ReadinessPart hostname={server.hostname} configs={configs} />
        </Part>
      )}

      {server.status_code !== 'never_connected' && (
        <Part title="Heartbeats">
          <PresencePart serverId={server.server_id} isAway={server.status_code === 'offline'} />
        </Part>
      )}

      <Part title="History">
        <HistoryPart hostname={server.hostname} />
      </Part>

      <Part title="Hardware">
        {hardware === null ? (
          <p className="text-sm text-ink-3">Known once a worker has registered here.</p>
        ) : (
          <KeyValue
            items={[
              { label: 'CPU', value: hardware.cpu_model },
              { label: 'Cores', value: grouped(hardware.cpu_count) },
              {
                label: 'Memory',
                value: `${decimals(hardware.memory_gb, 1)} GB`,
              },
              { label: 'System', value: hardware.os },
              {
                label: 'GPUs',
                value:
                  hardware.gpus.length === 0 ? (
                    'none found'
                  ) : (
                    <ul className="grid gap-0.5">
                      {hardware.gpus.map((gpu) => (
                        <li key={gpu.uuid}>
                          {gpu.index}: {gpu.name}, {decimals((gpu.memory_total_mb * 1.048576) / 1000, 1)} GB
                          {gpu.driver_version !== null && (
                            <span className="text-ink-3">, driver {gpu.driver_version}</span>
                          )}
                        </li>
                      ))}
                    </ul>
                  ),
              },
            ]}
          />
        )}
      </Part>

      {capabilities !== null && (
        <Part title="Can do">
          <div className="flex flex-wrap gap-1.5">
            {capabilities.launch_kinds.map((kind) => (
              <Badge key={kind}>{kind}</Badge>
            ))}
            {capabilities.tools.map((tool) => (
              <Badge key={tool} tone="accent">
                {tool}
              </Badge>
            ))}
          </div>
        </Part>
      )}

      <Part title="Configs" actions={canWrite && <Button onClick={onAddConfig}>Add config</Button>}>
        {configs.length === 0 ? (
          <p className="text-sm text-ink-2">
            None yet. A config says what to benchmark here: a running endpoint, a model server to launch, or
            the simulated engine.
          </p>
        ) : (
          <ConfigList configs={configs} canWrite={canWrite} />
        )}
      </Part>
      <Suspense>
        {isRemoving !== null && server.worker_id !== null && (
          <RemoveWorkerDialog
            open={isRemoving}
            onOpenChange={setRemoving}
            workerId={server.worker_id}
            hostname={server.hostname}
            currentJobName={server.current_job_name}
          />
        )}
      </Suspense>
    </div>
  );
}

function ConfigList({ configs, canWrite }: { configs: readonly ServerCurrentStatus[]; canWrite: boolean }) {
  const { orgId } = useWorkspace();
  const instances = useQuery(serverInstancesQuery(orgId, configs[0]?.server_id ?? 0));
  return (
    <>
      <ul className="divide-y divide-line rounded border border-line">
        {configs.map((config) => {
          const own = instances.data?.filter((one) => one.server_config_id === config.server_config_id) ?? [];
          const memory = totalMemoryGb(config);
          return (
            <li key={config.server_config_id} className="grid gap-1 px-3 py-2">
              <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
                <code className="font-mono text-xs font-medium">{config.config_code}</code>
                {config.launch_kind !== null && <Badge>{config.launch_kind}</Badge>}
                {canWrite && (
                  <Link
                    to="/w/$orgId/submit"
                    params={{ orgId }}
                    search={{ server: config.hostname, config: config.config_code ?? undefined }}
                    className={`${buttonStyles({ variant: 'quiet' })} -my-1 -mr-2 ml-auto text-accent!`}
                  >
                    Submit a job
                    <span className="sr-only"> on {config.config_code}</span>
                  </Link>
                )}
              </div>
              {config.config_description !== null && (
                <p className="text-sm text-ink-2">{config.config_description}</p>
              )}
              <FactsLine
                className="text-xs!"
                facts={[
                  gpuText(config),
                  memory !== null && `${grouped(memory)} GB`,
                  config.tensor_parallel !== null && `TP ${config.tensor_parallel}`,
                  config.endpoint_url !== null && (
                    <code className="font-mono break-all">{config.endpoint_url}</code>
                  ),
                  config.endpoint_url !== null && config.endpoint_api,
                  config.served_model_name !== null && `serves ${config.served_model_name}`,
                  ...own.map((one) => (
                    <CopyableId
                      key={one.server_config_instance_id}
                      label="instance"
                      id={one.server_config_instance_id}
                    />
                  )),
                ]}
              />
            </li>
          );
        })}
      </ul>
      <Unread query={instances} what="What stands ready of them" />
    </>
  );
}

function Part({ title, actions, children }: { title: string; actions?: ReactNode; children: ReactNode }) {
  return (
    <section className="grid grid-cols-1 gap-2">
      <div className="flex min-h-7 items-center justify-between gap-2">
        <h2>{title}</h2>
        {actions}
      </div>
      {children}
    </section>
  );
}
