import { saveFile } from '#src/components/ui/save-file.ts';
import { notify } from '#src/components/ui/toast.ts';
import type { ExportKind } from './most-exported.ts';
import type { ExportOptions } from './rows-file.ts';

/** Saves rows as CSV or as a workbook, and says so where that is not all of them. */
export async function exportTable<Row extends object>(
  kind: ExportKind,
  options: ExportOptions<Row>,
): Promise<void> {
  const at = new Date().toISOString();
  try {
    const { tableFile } = await import('./rows-file.ts');
    const { file, part } = await tableFile(kind, options, { at, address: window.location.href });
    saveFile(`${options.table.fileName}-${at.slice(0, 10)}.${kind}`, file);
    if (part !== null) notify.warning(part.title, { description: part.why });
  } catch (error) {
    notify.failure('The export failed', error);
  }
}
