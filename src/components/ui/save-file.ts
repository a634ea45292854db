/** Some browsers read a file only after the press has returned. */
const KEPT_MS = 60_000;

/** Hands a file to the browser's downloads. */
export function saveFile(name: string, content: Blob): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), KEPT_MS);
}

/** CSV as a file: a byte order mark makes spreadsheets read it as UTF-8. */
export const csvBlob = (text: string): Blob => new Blob(['\ufeff', text], { type: 'text/csv;charset=utf-8' });
