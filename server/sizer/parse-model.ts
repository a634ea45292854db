import type { z } from 'zod';
import { aiModelFactSchema } from '#catalog/ai-model-schema.ts';
import type { serviceParseModelSchema, serviceParsedModelSchema } from '#contract/sizer/endpoints.ts';
import { architectureFromConfig, type FactAnswers } from './model/architecture-from-config.ts';

/** Organization part of the hub id of a model that has none: it is in no hub. */
const NO_HUB = 'workspace';

/** Reads a model from its config.json and a person's answers; what is still missing is asked. */
export function parseModel(
  request: z.output<typeof serviceParseModelSchema>,
): z.output<typeof serviceParsedModelSchema> {
  const { config, model_code, model_name, hf_id, answers } = request;
  const nothing = { facts: {}, missing: [], notes: [] };
  const given = aiModelFactSchema.partial().safeParse(answers);
  if (!given.success) {
    const [issue] = given.error.issues;
    return {
      ...nothing,
      fault: `answers.${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'not allowed'}`,
    };
  }
  const read = architectureFromConfig(
    config,
    { model_code, model_name, hf_id: hf_id ?? `${NO_HUB}/${model_code}`, family_name: model_name },
    withoutUndefined(given.data),
  );
  if (!read.ok) return { ...nothing, fault: read.message };
  const { missing, notes, model } = read;
  if (model !== null) return { facts: model, missing: [], notes: [...notes], fault: null };
  const facts = { ...read.facts };
  if (missing.length === 0)
    return {
      ...nothing,
      fault: `These facts make no model: ${notes.join('; ') || 'they contradict each other'}.`,
    };
  return {
    facts,
    missing: missing.map(({ field, why, question }) => ({ field, why, question })),
    notes: [...notes],
    fault: null,
  };
}

function withoutUndefined(answers: {
  readonly [Field in keyof FactAnswers]?: FactAnswers[Field] | undefined;
}): FactAnswers {
  return Object.fromEntries(Object.entries(answers).filter(([, value]) => value !== undefined));
}
