import { clsx } from 'clsx';
import { Columns3, Download, EllipsisVertical, ListFilter, Search } from 'lucide-react';
import { useState } from 'react';
import { SavedViewsPlace } from '#src/components/saved-views/saved-views-place.tsx';
import { Button } from '#src/components/ui/button.tsx';
import { counted } from '#src/components/ui/counted.ts';
import { IconButton } from '#src/components/ui/icon-button.tsx';
import { late, useLate } from '#src/components/ui/late.ts';
import { reach } from '#src/components/ui/reach.ts';
import type { TableToolbarProps } from './toolbar-props.ts';

const columnMenu = late(() => import('./column-menu.tsx'));
const toolsMenu = late(() => import('./tools-menu.tsx'));

/** Above the rows: how many there are, the page's own tools, find, filter, columns, saved views and export. */
export function TableToolbar<Row>(props: TableToolbarProps<Row>) {
  const { count, exporting, findBox, filterButton, onAddFilter, onFind, viewKey } = props;
  const [isColumns, setColumns] = useState(false);
  const [isMore, setMore] = useState(false);
  const columns = useLate(columnMenu, isColumns);
  const more = useLate(toolsMenu, isMore);
  const columnsButton = (
    <Button
      variant="quiet"
      aria-haspopup="dialog"
      {...reach(columnMenu.load)}
      onClick={() => setColumns(true)}
    >
      <Columns3 aria-hidden />
      Columns
    </Button>
  );
  return (
    <div className="flex min-h-9 flex-wrap items-center gap-x-2 gap-y-1 border-b border-line px-3 py-0.5">
      <span role="status" className="shrink-0 text-xs text-ink-3">
        {props.isPending === true ? 'Reading…' : props.isFailed === true ? 'Not read' : counted(count, 'row')}
      </span>
      {/* On a phone one line that scrolls sideways, beside one menu of the other tools. */}
      <span className="contents max-sm:flex max-sm:min-w-0 max-sm:flex-1 max-sm:items-center max-sm:gap-2 max-sm:overflow-x-auto max-sm:p-0.5 max-sm:*:shrink-0">
        {props.toolbar}
      </span>
      {findBox !== null && <span className="ml-auto max-sm:order-last max-sm:w-full">{findBox}</span>}
      <span
        className={clsx(
          'flex flex-wrap items-center justify-end max-sm:hidden',
          findBox === null && 'ml-auto',
        )}
      >
        {findBox === null && onFind !== undefined && (
          <Button variant="quiet" onClick={onFind}>
            <Search aria-hidden />
            Find
          </Button>
        )}
        {viewKey !== undefined && <SavedViewsPlace viewKey={viewKey} />}
        {onAddFilter !== undefined && (
          <Button ref={filterButton} variant="quiet" onClick={onAddFilter}>
            <ListFilter aria-hidden />
            Filter
          </Button>
        )}
        {columns === undefined || !isColumns ? (
          columnsButton
        ) : (
          <columns.ColumnMenu {...props} trigger={columnsButton} />
        )}
        {(['csv', 'xlsx'] as const).map((kind) => (
          <Button
            key={kind}
            variant="quiet"
            busy={exporting === kind}
            disabled={count === 0 || exporting !== null}
            // As `MOST_EXPORTED` says.
            title="Rows as seen, up to 1,000,000 (XLSX: 100,000)"
            data-command={`Export the table as ${kind.toUpperCase()}`}
            onClick={() => props.onExport(kind)}
          >
            {exporting !== kind && kind === 'csv' && <Download aria-hidden />}
            {kind.toUpperCase()}
          </Button>
        ))}
      </span>
      {more === undefined || !isMore ? (
        <IconButton
          label="Table tools"
          aria-haspopup="menu"
          className="ml-auto sm:hidden"
          {...reach(toolsMenu.load)}
          onClick={() => setMore(true)}
        >
          <EllipsisVertical aria-hidden />
        </IconButton>
      ) : (
        <more.ToolsMenu {...props} />
      )}
    </div>
  );
}
