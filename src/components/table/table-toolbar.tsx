import { Columns3, Download } from 'lucide-react';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import { Button } from '#src/components/ui/button.tsx';
import { notify } from '#src/components/ui/toast.ts';
import type { DataColumn } from './data-columns.tsx';
import type { TableView } from './table-params.ts';
import { downloadCsv } from './table-view.ts';

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
  onSelectedChange?: (ids: string[]) => void;
  onViewChange: (change: Partial<TableView>) => void;
  isPending?: boolean;
  fileName: string;
  exportRows?: () => Promise<readonly Row[]>;
  toolbar?: ReactNode;
}

/** Above the rows: how many there are, what is selected, the page's own tools, columns and export. */
export function TableToolbar<Row>(props: TableToolbarProps<Row>) {
  const { columns, shown, sortedRows, count, selectedCount, onSelectedChange, fileName, exportRows } = props;
  const [isExporting, setExporting] = useState(false);
  const [menuWanted, setMenuWanted] = useState(false);
  const exportCsv = async () => {
    setExporting(true);
    try {
      downloadCsv(fileName, shown, exportRows === undefined ? sortedRows : await exportRows());
    } catch (error) {
      notify.error('The export failed', {
        description: error instanceof Error ? error.message : String(error),
      });
    } finally {
      setExporting(false);
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
        <Button variant="quiet" busy={isExporting} disabled={count === 0} onClick={() => void exportCsv()}>
          {!isExporting && <Download aria-hidden />}
          CSV
        </Button>
      </span>
    </div>
  );
}
