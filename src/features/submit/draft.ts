import { z } from 'zod';
import { submitSchema, type SubmitValues } from './submit-schema.ts';

/** Field texts only: whether they are valid is the form's question, not the draft's. */
const fields = submitSchema.shape;
const text = z.string();
/** Fields that hold one of a few words. */
const choices = {
  p_tool: fields.p_tool,
  p_image_format: fields.p_image_format,
  p_image_content: fields.p_image_content,
  p_image_unique: fields.p_image_unique,
  p_audio_duration_bucket: fields.p_audio_duration_bucket,
};
const draftSchema = z.object({
  origin: z.string(),
  values: z.object({
    ...(Object.fromEntries(
      Object.keys(fields)
        .filter((key) => key !== 'p_options' && !(key in choices))
        .map((key) => [key, text]),
    ) as Record<Exclude<keyof SubmitValues, 'p_options' | keyof typeof choices>, typeof text>),
    ...choices,
    p_options: z.object({
      num_requests: text,
      num_warmups: text,
      max_duration_s: text,
      seed: text,
      ignore_eos: z.boolean(),
      ttft_ms: text,
      tpot_ms: text,
      e2el_ms: text,
      other: text,
    }),
  }),
});

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

const keyOf = (orgId: string) => `yardstick.submit-draft.${orgId}`;

/**
 * What was typed and not sent, in this tab and workspace. `origin` names the link the form was opened with: a draft
 * comes back on a reload and from the navigation, and never covers what another link asks for.
 */
export function readDraft(store: Store, orgId: string, origin: string): SubmitValues | null {
  try {
    const draft = draftSchema.parse(JSON.parse(store.getItem(keyOf(orgId)) ?? 'null'));
    return origin === '' || draft.origin === origin ? draft.values : null;
  } catch {
    return null;
  }
}

export function writeDraft(store: Store, orgId: string, origin: string, values: SubmitValues): void {
  try {
    store.setItem(keyOf(orgId), JSON.stringify({ origin, values }));
  } catch {
    // Storage is full or refused: the form works without a draft.
  }
}

export function dropDraft(store: Store, orgId: string): void {
  try {
    store.removeItem(keyOf(orgId));
  } catch {
    // As above.
  }
}
