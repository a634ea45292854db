import { useNavigate } from '@tanstack/react-router';
import type { MouseEvent, ReactNode } from 'react';
import { FilterInput } from '#src/components/ui/filter-input.tsx';
import { Panel } from '#src/components/ui/panel.tsx';
import { stringifySearchText } from '#src/url/search-text.ts';
import type { ViewState } from '#src/url/search.ts';
import type { ApiGroup } from './api-document.ts';
import { apiSearch } from './api-search.ts';
import { MethodTag } from './method-tag.tsx';

interface OperationListProps {
  groups: readonly ApiGroup[];
  view: ViewState<typeof apiSearch.shape>;
  onQuery: (text: string) => void;
  /** The pointer or the focus is on the list: an operation may be wanted soon. */
  onReach: () => void;
}

/**
 * All operations under their headings: links, so that each has an address of its own. Plain ones with one listener: two
 * hundred of the router's take 20 ms to draw.
 */
export function OperationList({ groups, view, onQuery, onReach }: OperationListProps) {
  const navigate = useNavigate();
  const searchOf = (op: string) => apiSearch.write({ ...view, op });
  const onClick = (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    const isPlain =
      event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
    if (link === null || !isPlain) return;
    event.preventDefault();
    void navigate({ to: '.', search: searchOf(link.dataset['op'] ?? '') as never });
  };
  const link = (op: string, title: string | undefined, children: ReactNode) => (
    <a
      href={stringifySearchText(searchOf(op)) || '?'}
      data-op={op}
      title={title}
      aria-current={op === view.op ? 'page' : undefined}
      className="flex items-baseline gap-2 border-l-2 border-transparent px-3 py-1 text-sm text-ink-2 no-underline hover:bg-raised hover:text-ink aria-[current=page]:border-accent aria-[current=page]:bg-accent-soft aria-[current=page]:text-ink"
    >
      {children}
    </a>
  );
  return (
    <Panel
      title="Operations"
      actions={<FilterInput label="Find an operation" value={view.q} onChange={onQuery} />}
      className="lg:sticky lg:top-4"
    >
      <nav
        aria-label="Operations"
        onPointerEnter={onReach}
        onFocus={onReach}
        onClick={onClick}
        className="max-h-96 overflow-y-auto py-1 lg:max-h-[calc(100dvh-9rem)]"
      >
        {link('', undefined, 'How to call it')}
        {groups.length === 0 && <p className="px-3 py-2 text-sm text-ink-3">Nothing has these words.</p>}
        {groups.map((group) => (
          <section key={group.name} aria-label={group.name}>
            <h3 className="px-3 pt-3 pb-1 text-xs font-medium text-ink-3">{group.name}</h3>
            <ul>
              {group.operations.map(({ id, method, path, summary }) => (
                <li key={id}>
                  {link(
                    id,
                    summary,
                    <>
                      <MethodTag method={method} />
                      <span className="min-w-0 break-words font-mono text-xs">
                        {path.replace(/^\/(?:rpc\/)?/, '')}
                      </span>
                    </>,
                  )}
                </li>
              ))}
            </ul>
          </section>
        ))}
      </nav>
    </Panel>
  );
}
