import { Link } from '@tanstack/react-router';
import { FilterInput } from '#src/components/ui/filter-input.tsx';
import { Panel } from '#src/components/ui/panel.tsx';
import type { ViewState } from '#src/url/search.ts';
import type { ApiGroup } from './api-document.ts';
import { apiSearch } from './api-search.ts';
import { MethodTag } from './method-tag.tsx';

const linkStyles =
  'flex items-baseline gap-2 border-l-2 border-transparent px-3 py-1 text-sm text-ink-2 no-underline hover:bg-raised hover:text-ink aria-[current=page]:border-accent aria-[current=page]:bg-accent-soft aria-[current=page]:text-ink';

interface OperationListProps {
  groups: readonly ApiGroup[];
  view: ViewState<typeof apiSearch.shape>;
  onQuery: (text: string) => void;
}

/** All operations under their headings: links, so that each has an address of its own. */
export function OperationList({ groups, view, onQuery }: OperationListProps) {
  return (
    <Panel
      title="Operations"
      actions={<FilterInput label="Find an operation" value={view.q} onChange={onQuery} />}
      className="lg:sticky lg:top-4"
    >
      <nav aria-label="Operations" className="max-h-96 overflow-y-auto py-1 lg:max-h-[calc(100dvh-9rem)]">
        <Link
          to="."
          search={apiSearch.write({ ...view, op: '' }) as never}
          aria-current={view.op === '' ? 'page' : undefined}
          activeOptions={{ exact: true, includeSearch: true }}
          className={linkStyles}
        >
          How to call it
        </Link>
        {groups.length === 0 && <p className="px-3 py-2 text-sm text-ink-3">Nothing has these words.</p>}
        {groups.map((group) => (
          <section key={group.name} aria-label={group.name}>
            <h3 className="px-3 pt-3 pb-1 text-xs font-medium text-ink-3">{group.name}</h3>
            <ul>
              {group.operations.map((operation) => (
                <li key={operation.id}>
                  <Link
                    to="."
                    search={apiSearch.write({ ...view, op: operation.id }) as never}
                    aria-current={operation.id === view.op ? 'page' : undefined}
                    activeOptions={{ exact: true, includeSearch: true }}
                    className={linkStyles}
                    title={operation.summary}
                  >
                    <MethodTag method={operation.method} />
                    <span className="min-w-0 break-words font-mono text-xs">
                      {operation.path.replace(/^\/(?:rpc\/)?/, '')}
                    </span>
                  </Link>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </nav>
    </Panel>
  );
}
