import { Bookmark, Columns3, Download, EllipsisVertical, ListFilter, Search } from 'lucide-react';
import { useRef, useState, type ReactNode } from 'react';
import { SavedViewsMenu } from '#src/components/saved-views/saved-views-menu.tsx';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from '#src/components/ui/dropdown-menu.tsx';
import { IconButton } from '#src/components/ui/icon-button.tsx';
import { ColumnMenu } from './column-menu.tsx';
import type { TableToolbarProps } from './toolbar-props.ts';

/** The tools of a table in one menu, for narrow screens. Opens at once: its module is loaded by the press that asks for it. */
export function ToolsMenu<Row>(props: TableToolbarProps<Row>) {
  const { count, exporting, onAddFilter, onExport, onFind, viewKey } = props;
  const [open, setOpen] = useState(true);
  const [tool, setTool] = useState<{ name: 'columns' | 'views'; turn: number } | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  // Done when the menu has given the focus back, so that what opens then gives it back to the same button.
  const wanted = useRef<(() => void) | null>(null);
  const focusButton = () => button.current?.focus();
  const item = (icon: ReactNode, label: string, act: () => void, disabled = false) => (
    <DropdownMenuItem disabled={disabled} onSelect={() => (wanted.current = act)}>
      {icon}
      {label}
    </DropdownMenuItem>
  );
  const openTool = (name: 'columns' | 'views') => () =>
    setTool((before) => ({ name, turn: (before?.turn ?? 0) + 1 }));
  const anchor = <span aria-hidden="true" className="pointer-events-none absolute inset-0" />;
  const areNone = count === 0 || exporting !== null;
  return (
    <span className="relative ml-auto sm:hidden">
      <DropdownMenu open={open} onOpenChange={setOpen}>
        <DropdownMenuTrigger asChild>
          <IconButton ref={button} label="Table tools">
            <EllipsisVertical aria-hidden />
          </IconButton>
        </DropdownMenuTrigger>
        <DropdownMenuContent
          align="end"
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            focusButton();
            wanted.current?.();
            wanted.current = null;
          }}
        >
          {onFind !== undefined && item(<Search aria-hidden />, 'Find', onFind)}
          {viewKey !== undefined && item(<Bookmark aria-hidden />, 'Views…', openTool('views'))}
          {onAddFilter !== undefined && item(<ListFilter aria-hidden />, 'Filter…', onAddFilter)}
          {item(<Columns3 aria-hidden />, 'Columns…', openTool('columns'))}
          {item(<Download aria-hidden />, 'Export CSV', () => onExport('csv'), areNone)}
          {item(<Download aria-hidden />, 'Export XLSX', () => onExport('xlsx'), areNone)}
        </DropdownMenuContent>
      </DropdownMenu>
      {tool?.name === 'columns' && (
        <ColumnMenu key={tool.turn} {...props} trigger={anchor} onClosed={focusButton} />
      )}
      {tool?.name === 'views' && viewKey !== undefined && (
        <SavedViewsMenu key={tool.turn} viewKey={viewKey} trigger={anchor} onClosed={focusButton} />
      )}
    </span>
  );
}
