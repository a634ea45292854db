import { api } from '#src/api/api.ts';

/** Saves the description as a file: a plain link would come without the token. */
export async function downloadDocument(): Promise<void> {
  const response = await api().requestRaw('/openapi.json');
  const link = document.createElement('a');
  link.href = URL.createObjectURL(await response.blob());
  link.download = 'openapi.json';
  link.click();
  // Later: some browsers read it only after the click has returned.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
