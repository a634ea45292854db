import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { benchLlmResultSchema } from '#contract/worker/bench-llm-result.ts';
import { failureOf } from '#worker/bench/llm/result.ts';
import { canonicalJson } from './canonical-json.ts';
import { writeFileDurably } from './durable-file.ts';
import { maskDeep, type SecretMasker } from './secret-masker.ts';
import type { Workspace } from './workspace.ts';

/**
 * Reads what the bench wrote, checks it and stores its canonical form durably, secrets that a server quoted in its error
 * messages masked. Throws when it is missing or not whole.
 */
export async function acceptResult(workspace: Workspace, masker: SecretMasker): Promise<void> {
  const body: unknown = JSON.parse(await readFile(workspace.result, 'utf8'));
  benchLlmResultSchema.parse(body);
  await writeFileDurably(workspace.canonicalResult, canonicalJson(maskDeep(body, masker)));
}

/** The text to upload and the hex SHA-256 of its UTF-8 bytes. */
export async function readAcceptedResult(workspace: Workspace): Promise<{ text: string; sha256: string }> {
  const text = await readFile(workspace.canonicalResult, 'utf8');
  return { text, sha256: createHash('sha256').update(text).digest('hex') };
}

/**
 * After a restart: true when the bench had finished its work and its result is good. Its exit code is lost, so its own
 * rule is applied again.
 */
export async function recoverResult(
  workspace: Workspace,
  maxErrorRate: number | null,
  masker: SecretMasker,
): Promise<boolean> {
  try {
    await readAcceptedResult(workspace);
    return true;
  } catch {
    // Not accepted before the restart; perhaps it can be now.
  }
  try {
    const result = benchLlmResultSchema.parse(JSON.parse(await readFile(workspace.result, 'utf8')));
    if (maxErrorRate === null || failureOf(result, maxErrorRate) !== null) return false;
    await acceptResult(workspace, masker);
    return true;
  } catch {
    return false;
  }
}
