import { Columns3, Download, ListFilter } from 'lucide-react';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import { Button } from '#src/components/ui/button.tsx';
import { notify } from '#src/components/ui/toast.ts';
import type { DataColumn } from './data-columns.tsx';
import type { TableView } from './table-params.ts';
import { downloadCsv, saveFile } from './table-view.ts';

const loadColumnMenu = () => import('./column-menu.tsx');
/** `lazy` drops type parameters; the menu only reads values through the columns it is given. */
const ColumnMenu = lazy(async () => ({ default: (await loadColumnMenu()).ColumnMenu<never> }));

interface TableToolbarProps<Row> {
  label: string;
  columns: readonly DataColumn<Row>[];
  shown: readonly DataColumn<Row>[];
  /** Loaded rows in the order shown. */
  sortedRows: readonly Row[];
  count: number;
  selectedCount: number;
  rowId: (row: Row) => string;
  selected?: readonly string[];
  /** What the workbook says of its rows. */
  about: { readonly filters: readonly string[]; readonly sort: string };
  onSelectedChange?: (ids: string[]) => void;
  onViewChange: (change: Partial<TableView>) => void;
  isPending?: boolean;
  fileName: string;
  exportRows?: () => Promise<readonly Row[]>;
  toolbar?: ReactNode;
  /** Opens the line that adds a filter; absent where rows cannot be filtered. */
  onAddFilter?: () => void;
}

/** Above the rows: how many there are, what is selected, the page's own tools, columns and export. */
export function TableToolbar<Row>(props: TableToolbarProps<Row>) {
  const { columns, shown, sortedRows, count, selectedCount, onSelectedChange, fileName, exportRows } = props;
  const [exporting, setExporting] = useState<'csv' | 'xlsx' | null>(null);
  const [menuWanted, setMenuWanted] = useState(false);
  const selected = props.selected ?? [];
  const exportAs = async (kind: 'csv' | 'xlsx') => {
    setExporting(kind);
    try {
      const all = exportRows === undefined ? sortedRows : await exportRows();
      const chosen = new Set(selected);
      const rows = chosen.size === 0 ? all : all.filter((row) => chosen.has(props.rowId(row)));
      if (kind === 'csv') downloadCsv(fileName, shown, rows);
      else {
        const { tableXlsx } = await import('./table-xlsx.ts');
        const bytes = await tableXlsx(shown, rows, {
          what: chosen.size === 0 ? props.label : `${props.label}, those selected`,
          address: window.location.href,
          at: new Date().toISOString(),
          ...props.about,
        });
        saveFile(
          `${fileName}.xlsx`,
          bytes,
          'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
        );
      }
    } catch (error) {
      notify.error('The export failed', {
        description: error instanceof Error ? error.message : String(error),
      });
    } finally {
      setExporting(null);
    }
  };
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
        {selectedCount > 0 && `, ${selectedCount.toLocaleString('en-US')} selected`}
      </span>
      {selectedCount > 0 && onSelectedChange !== undefined && (
        <Button variant="quiet" onClick={() => onSelectedChange([])}>
          Clear selection
        </Button>
      )}
      {props.toolbar}
      <span className="ml-auto flex items-center">
        {props.onAddFilter !== undefined && (
          <Button variant="quiet" onClick={props.onAddFilter}>
            <ListFilter aria-hidden />
            Filter
          </Button>
        )}
        {menuWanted ? (
          <Suspense fallback={columnsButton}>
            <ColumnMenu
              columns={columns}
              shown={shown}
              rows={sortedRows as readonly never[]}
              onChange={(cols) => props.onViewChange({ cols })}
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
            title={
              selected.length === 0
                ? 'All rows as they are filtered and sorted, the columns shown'
                : `The ${selected.length.toLocaleString('en-US')} selected rows, the columns shown`
            }
            onClick={() => void exportAs(kind)}
          >
            {exporting !== kind && kind === 'csv' && <Download aria-hidden />}
            {kind.toUpperCase()}
          </Button>
        ))}
      </span>
    </div>
  );
}
