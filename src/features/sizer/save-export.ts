import type { ExportSource } from './answer-sheets.ts';

export type ExportKind = 'xlsx' | 'csv' | 'pdf';

const TYPES: Record<ExportKind, string> = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv;charset=utf-8',
  pdf: 'application/pdf',
};

/** Makes the file and hands it to the browser; what writes each kind is loaded with the first press. */
export async function saveExport(kind: ExportKind, source: ExportSource): Promise<void> {
  const content = await contentOf(kind, source);
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([content as BlobPart], { type: TYPES[kind] }));
  link.download = `${exportName(source)}.${kind}`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

async function contentOf(kind: ExportKind, source: ExportSource): Promise<Uint8Array | string> {
  if (kind === 'xlsx') return (await import('./answer-xlsx.ts')).answerXlsx(source);
  if (kind === 'pdf') return (await import('./answer-pdf.ts')).answerPdf(source);
  return (await import('./answer-sheets.ts')).recommendationsCsv(source);
}

/** "sizing-llama-3.1-70b-2026-11-28". */
export function exportName({ request, shown, at }: ExportSource): string {
  const model = shown?.model_code ?? request.features.display_model ?? 'plan';
  return `sizing-${model.toLowerCase().replace(/[^a-z0-9.]+/g, '-')}-${at.slice(0, 10)}`;
}
