import { aiModelFactSchema, type AiModelFact } from '#catalog/ai-model-schema.ts';

export interface WorkspaceModels {
  readonly models: readonly AiModelFact[];
  /** Codes of those whose facts do not fit this program's schema: added by another version. */
  readonly unreadable: readonly string[];
}

/** Workspaces whose models are kept; the same rows give the same objects, which what is computed of a model is kept by. */
const MOST_KEPT = 200;
const NONE: WorkspaceModels = { models: [], unreadable: [] };

/** Reads the models that come with each call. */
export class WorkspaceModelReader {
  readonly #kept = new Map<string, WorkspaceModels>();

  read(rows: readonly Readonly<Record<string, unknown>>[]): WorkspaceModels {
    if (rows.length === 0) return NONE;
    const key = JSON.stringify(rows);
    const known = this.#kept.get(key);
    if (known !== undefined) return known;
    const models: AiModelFact[] = [];
    const unreadable: string[] = [];
    for (const row of rows) {
      const parsed = aiModelFactSchema.safeParse(row);
      if (parsed.success) models.push(parsed.data);
      else unreadable.push(String(row['model_code']));
    }
    if (this.#kept.size >= MOST_KEPT) this.#kept.clear();
    const made = { models, unreadable };
    this.#kept.set(key, made);
    return made;
  }
}
