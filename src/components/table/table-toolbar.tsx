import { Columns3, Download, ListFilter, Search } from 'lucide-react';
import { lazy, Suspense, useState, type ReactNode, type Ref } from 'react';
import { SavedViewsButton } from '#src/components/saved-views/saved-views-button.tsx';
import { Button } from '#src/components/ui/button.tsx';
import type { DataColumn } from './data-columns.tsx';
import type { TableView } from './table-params.ts';
import type { ExportKind } from './use-table-export.ts';

const loadColumnMenu = () => import('./column-menu.tsx');
/** `lazy` drops type parameters; the menu only reads values through the columns it is given. */
const ColumnMenu = lazy(async () => ({ default: (await loadColumnMenu()).ColumnMenu<never> }));

interface TableToolbarProps<Row> {
  columns: readonly DataColumn<Row>[];
  shown: readonly DataColumn<Row>[];
  view: TableView;
  /** Loaded rows in the order shown. */
  loadedRows: () => readonly Row[];
  count: number;
  onViewChange: (change: Partial<TableView>) => void;
  isPending?: boolean;
  exporting: ExportKind | null;
  onExport: (kind: ExportKind) => void;
  toolbar?: ReactNode;
  /** The table's name among all, under which its views are saved; absent: none are. */
  viewKey?: string;
  /** The find box while it is open. */
  findBox: ReactNode;
  /** Opens the find box; absent where cells cannot be searched. */
  onFind?: () => void;
  filterButton: Ref<HTMLButtonElement>;
  /** Opens the line that adds a filter; absent where rows cannot be filtered. */
  onAddFilter?: () => void;
  /** Moves the edge of a column by some px; absent where widths cannot be chosen. */
  onNudge?: (id: string, px: number) => void;
}

/** Above the rows: how many there are, the page's own tools, find, filter, columns, saved views and export. */
export function TableToolbar<Row>({ filterButton, ...props }: TableToolbarProps<Row>) {
  const { columns, shown, count, exporting } = props;
  const [menuWanted, setMenuWanted] = useState(false);
  const columnsButton = (
    <Button
      variant="quiet"
      aria-haspopup="dialog"
      onPointerEnter={() => void loadColumnMenu()}
      onFocus={() => void loadColumnMenu()}
      onClick={() => setMenuWanted(true)}
    >
      <Columns3 aria-hidden />
      Columns
    </Button>
  );
  return (
    <div className="flex min-h-9 flex-wrap items-center gap-x-2 gap-y-1 border-b border-line px-3 py-0.5">
      <span role="status" className="text-xs text-ink-3">
        {props.isPending === true
          ? 'Reading…'
          : `${count.toLocaleString('en-US')} ${count === 1 ? 'row' : 'rows'}`}
      </span>
      {props.toolbar}
      <span className="ml-auto flex flex-wrap items-center justify-end max-sm:ml-0 max-sm:justify-start max-sm:[&_button]:px-1.5">
        {props.findBox}
        {props.findBox === null && props.onFind !== undefined && (
          <Button variant="quiet" onClick={props.onFind}>
            <Search aria-hidden />
            Find
          </Button>
        )}
        {props.viewKey !== undefined && <SavedViewsButton viewKey={props.viewKey} />}
        {props.onAddFilter !== undefined && (
          <Button ref={filterButton} variant="quiet" onClick={props.onAddFilter}>
            <ListFilter aria-hidden />
            Filter
          </Button>
        )}
        {menuWanted ? (
          <Suspense fallback={columnsButton}>
            <ColumnMenu
              columns={columns}
              shown={shown}
              view={props.view}
              rows={props.loadedRows as () => readonly never[]}
              onViewChange={props.onViewChange}
              {...(props.onNudge !== undefined && { onNudge: props.onNudge })}
            />
          </Suspense>
        ) : (
          columnsButton
        )}
        {(['csv', 'xlsx'] as const).map((kind) => (
          <Button
            key={kind}
            variant="quiet"
            busy={exporting === kind}
            disabled={count === 0 || exporting !== null}
            title="All rows as they are filtered and sorted, the columns shown"
            data-command={`Export the table as ${kind.toUpperCase()}`}
            onClick={() => props.onExport(kind)}
          >
            {exporting !== kind && kind === 'csv' && <Download aria-hidden />}
            {kind.toUpperCase()}
          </Button>
        ))}
      </span>
    </div>
  );
}
