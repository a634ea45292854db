import { Link } from '@tanstack/react-router';
import { Field } from '#src/components/form/field.tsx';
import { useWorkspace } from '#src/components/layout/use-workspace.ts';
import { buttonStyles } from '#src/components/ui/button.tsx';
import { EmptyState } from '#src/components/ui/empty-state.tsx';
import { Panel } from '#src/components/ui/panel.tsx';
import type { Situation } from './situation.ts';
import type { ValueChange } from './read-request.ts';
import { ServerPicker } from './server-picker.tsx';

interface ServerFieldProps {
  situation: Situation;
  onChange: (change: ValueChange) => void;
}

/** Which machine, and how the model server comes up on it. */
export function ServerField({ situation, onChange }: ServerFieldProps) {
  const { orgId } = useWorkspace();
  const { servers, values } = situation;
  if (servers.length === 0) {
    return (
      <Panel title="Where it runs">
        <EmptyState
          title="No server yet"
          actions={
            <Link
              to="/w/$orgId/servers"
              params={{ orgId }}
              search={{ dialog: 'worker' }}
              className={buttonStyles({ variant: 'primary' })}
            >
              Connect a worker
            </Link>
          }
        >
          A worker is a small program on the machine that sends the requests. It appears here a few seconds
          after it starts; what you fill in meanwhile is kept.
        </EmptyState>
      </Panel>
    );
  }
  const isLost = values.p_config_code !== '' && situation.config === null;
  return (
    <Panel title="Where it runs" note="how they are now, read every 10 s" padded>
      <Field
        name="p_config_code"
        label="Server and config"
        hint={
          isLost
            ? `There is no config ${values.p_config_code} on ${values.p_server_hostname || 'any server'} now: choose another.`
            : undefined
        }
      >
        {({ ref, onBlur, ...control }) => (
          <ServerPicker
            servers={servers}
            chosen={{ hostname: values.p_server_hostname, configCode: values.p_config_code }}
            onChoose={(config) =>
              onChange({ p_server_hostname: config.hostname, p_config_code: config.config_code })
            }
            ref={ref}
            onBlur={onBlur}
            aria-describedby={control['aria-describedby']}
            aria-invalid={control['aria-invalid']}
          />
        )}
      </Field>
    </Panel>
  );
}
