import { Check } from 'lucide-react';
import { ROLES } from '#contract/jobs.ts';
import { NO_VALUE } from '#src/components/ui/no-value.ts';
import { Panel } from '#src/components/ui/panel.tsx';
import { useWorkspace } from '#src/components/layout/use-workspace.ts';
import { rightsMatrix } from './role-rights.ts';
import { ScrollArea } from '#src/components/ui/scroll-area.tsx';

/** What each role may do. */
export function RolesMatrix() {
  const { membership } = useWorkspace();
  return (
    <Panel title="What each role may do" note="each may do all that the ones left of it may">
      <ScrollArea label="What each role may do">
        <table className="w-full min-w-[520px] text-sm">
          <thead>
            <tr className="text-xs text-ink-3">
              <th scope="col" className="px-3 py-1.5 text-left font-medium">
                Right
              </th>
              {ROLES.map((role) => (
                <th key={role} scope="col" className="w-24 px-3 py-1.5 text-center font-medium">
                  {role}
                  {role === membership.role && <span className="sr-only"> (you)</span>}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rightsMatrix().map(({ what, has }) => (
              <tr key={what} className="border-t border-line">
                <th scope="row" className="h-8 px-3 py-1 text-left font-normal">
                  {what}
                </th>
                {ROLES.map((role) => (
                  <td
                    key={role}
                    className={role === membership.role ? 'bg-accent-soft text-center' : 'text-center'}
                  >
                    {has[role] ? (
                      <Check aria-hidden className="mx-auto size-4 text-good" />
                    ) : (
                      <span aria-hidden className="text-ink-3">
                        {NO_VALUE}
                      </span>
                    )}
                    <span className="sr-only">{has[role] ? 'yes' : 'no'}</span>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollArea>
    </Panel>
  );
}
