import { api } from '#src/api/api.ts';
import { saveFile } from '#src/components/ui/save-file.ts';

/** Saves the description as a file: a plain link would come without the token. */
export async function downloadDocument(): Promise<void> {
  const response = await api().requestRaw('/openapi.json');
  saveFile('openapi.json', await response.blob());
}
