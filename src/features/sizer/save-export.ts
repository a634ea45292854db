import { csvBlob, saveFile } from '#src/components/ui/save-file.ts';
import type { ExportSource } from './answer-sheets.ts';

export type ExportKind = 'xlsx' | 'csv' | 'pdf';

/** Makes the file and hands it to the browser; what writes each kind is loaded with the first press. */
export async function saveExport(kind: ExportKind, source: ExportSource): Promise<void> {
  saveFile(`${exportName(source)}.${kind}`, await fileOf(kind, source));
}

async function fileOf(kind: ExportKind, source: ExportSource): Promise<Blob> {
  if (kind === 'xlsx') return (await import('./answer-xlsx.ts')).answerXlsx(source);
  if (kind === 'csv') return csvBlob((await import('./answer-sheets.ts')).recommendationsCsv(source));
  const bytes = (await import('./answer-pdf.ts')).answerPdf(source);
  return new Blob([bytes as BlobPart], { type: 'application/pdf' });
}

/** "sizing-llama-3.1-70b-2026-11-28". */
export function exportName({ request, shown, at }: ExportSource): string {
  const model = shown?.model_code ?? request.features.display_model ?? 'plan';
  return `sizing-${model.toLowerCase().replace(/[^a-z0-9.]+/g, '-')}-${at.slice(0, 10)}`;
}
