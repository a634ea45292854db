import { z } from 'zod';
import { defineView } from '#contract/define.ts';
import { int, text, textOrNull, timestamp, uuidOrNull } from '#contract/views/fields.ts';

/** Prompt sets that come with the platform (org_id is null), each version with the number of its prompts. */
export const vKyaiBuiltinSetsWithPromptCount = defineView(
  'v_kyai_builtin_sets_with_prompt_count',
  z.object({
    prompt_set_id: int,
    org_id: uuidOrNull,
    set_code: text,
    set_version: int,
    set_name: text,
    description: textOrNull,
    licence: text,
    source: text,
    content_sha256: text,
    prompt_count: int,
    category_count: int,
    created_at: timestamp,
  }),
);
export type KyaiBuiltinSetsWithPromptCountRow = z.infer<typeof vKyaiBuiltinSetsWithPromptCount.row>;
