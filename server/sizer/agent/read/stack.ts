import type { AiModelFact } from '#catalog/ai-model-schema.ts';
import type { Draft } from '../text/draft.ts';
import type { Mentions, ModelMention } from '../text/mentions.ts';
import type { Findings } from './change.ts';

const names = (models: readonly AiModelFact[]) => models.map((model) => model.model_name);

/** A size alone (`405b`) names a model only inside a family that the conversation holds already. */
function inFamily(mention: ModelMention, current: AiModelFact | null): AiModelFact | null {
  if (!mention.isSize || current === null) return null;
  const line = current.family_name.split(' ')[0];
  const same = mention.nearest.filter((model) => model.family_name === current.family_name);
  const alike =
    same.length > 0 ? same : mention.nearest.filter((model) => model.family_name.split(' ')[0] === line);
  return alike.length === 1 ? (alike[0] ?? null) : null;
}

/** Which model is to be served. Of several the last one that is not ruled out counts; an unsettled name is asked about. */
export function readModel(
  draft: Draft,
  mentions: Mentions,
  current: AiModelFact | null,
  offered: readonly string[],
  found: Findings,
): void {
  let chosen: { model: AiModelFact; mention: ModelMention; note: string | null } | null = null;
  let others: AiModelFact[] = [];
  let open: ModelMention | null = null;
  draft.take(/⟦m(\d+)⟧(?:'s)?/g, (match) => {
    const mention = mentions.models[Number(match[1])];
    if (mention === undefined) return;
    const before = draft.value.slice(Math.max(0, match.index - 30), match.index);
    const isRuledOut =
      /(?:\b(?:not|no|instead of|rather than|away from|replac(?:e|ing)|swap|switch(?:ing)? from|drop|previously|used to (?:be|use|run)|forget|never mind|unlike)(?: the| using| with)?\s+)$/.test(
        before,
      ) && !/(?:why not|if not)\s+$/.test(before);
    const isLeft =
      /\bfrom (?:the )?$/.test(before) &&
      /^\s*to (?:the )?⟦m/.test(draft.value.slice(match.index + match[0].length));
    if (isRuledOut || isLeft) return;
    const picked =
      mention.model === null ? mention.nearest.filter((model) => offered.includes(model.model_name)) : [];
    const sized =
      picked.length === 1 ? (picked[0] ?? null) : inFamily(mention, chosen === null ? current : chosen.model);
    const model = mention.model ?? sized;
    if (model === null) {
      if (!(mention.isSize && (chosen !== null || mention.nearest.length === 0))) open = open ?? mention;
      return;
    }
    if (chosen !== null && chosen.model !== model) {
      const isChange =
        /\b(?:actually|sorry|no wait|wait|i mean|rather|make that|make it|instead|better|to|scratch that|correction)\b[ ,:-]*(?:use |with |it's |the |go for |let's do |serve )*$/.test(
          before,
        );
      if (!isChange) {
        others = [...others, model];
        return;
      }
      others = [];
    }
    chosen = {
      model,
      mention,
      note: sized === null ? mention.note : `“${mention.span.text}” taken as ${sized.model_name}.`,
    };
  });
  const settled = chosen as { model: AiModelFact; mention: ModelMention; note: string | null } | null;
  const pending = open as ModelMention | null;
  if (settled !== null) {
    const also = others.filter((model) => model !== settled.model);
    found.changes.push({
      op: 'set',
      feature: 'display_model',
      value: settled.model.model_name,
      span: settled.mention.span,
      note:
        also.length > 0
          ? `One model a plan: sized for ${settled.model.model_name}, not for ${names(also).join(', ')}.`
          : (settled.note ?? undefined),
    });
    return;
  }
  if (pending === null) return;
  const options = names(pending.nearest);
  found.doubts.push({
    feature: 'display_model',
    question: pending.isKnownName
      ? `Which model do you mean by “${pending.span.text}”: ${listed(options)}?`
      : `“${pending.span.text}” is not in the catalog. Do you mean ${listed(options)}? A model of your own can be added from its config.json.`,
    options,
    span: pending.span,
  });
}

/** `a, b or c` */
export function listed(options: readonly string[], joint = 'or'): string {
  if (options.length < 2) return options[0] ?? 'one of the catalog';
  return `${options.slice(0, -1).join(', ')} ${joint} ${options.at(-1) ?? ''}`;
}

const REFUSED =
  /\b(?:not|no|without|instead of|rather than|drop|avoid|except|anything but|nor|other than|never)(?: the| using| use)?\s*$/;

/** Framework, precision and speculative decoding. */
export function readLabels(draft: Draft, mentions: Mentions, found: Findings): void {
  const last = (kind: 'f' | 'p', feature: 'framework' | 'precision', list: Mentions['frameworks']) => {
    let value: { code: string; span: Mentions['frameworks'][number]['span'] } | null = null;
    let refused: Mentions['frameworks'][number] | null = null;
    const seen: string[] = [];
    draft.take(
      new RegExp(`(?:kv[- ]?(?:cache)? ?(?:in |at |dtype )?)?⟦${kind}(\\d+)⟧(?: kv[- ]?cache)?`, 'g'),
      (match) => {
        const mention = list[Number(match[1])];
        if (mention === undefined) return;
        if (kind === 'p' && match[0].includes('kv')) {
          if (mention.code === 'fp8' || mention.code === 'bf16')
            found.changes.push({
              op: 'set',
              feature: 'kv_precision',
              value: mention.code,
              span: mention.span,
            });
          return;
        }
        const before = draft.value.slice(Math.max(0, match.index - 24), match.index);
        const after = draft.value.slice(match.index + match[0].length);
        if (REFUSED.test(before)) {
          refused = mention;
          return;
        }
        const isChange =
          /\b(?:actually|sorry|wait|i mean|rather|make (?:that|it)|instead|better|to|scratch that)\b[ ,:-]*(?:use |with |on |in )*$/.test(
            before,
          ) || /^\s*instead/.test(after);
        seen.push(mention.code);
        if (value === null || isChange) value = mention;
      },
    );
    const chosen = value as Mentions['frameworks'][number] | null;
    const no = refused as Mentions['frameworks'][number] | null;
    if (chosen !== null) {
      const others = [...new Set(seen)].filter((code) => code !== chosen.code);
      const isOpen =
        others.length > 0 &&
        /⟦|¦\s*(?:or|\/)\s*¦/.test(draft.value) &&
        !/actually|make|instead|sorry|wait/.test(draft.value);
      found.changes.push({
        op: 'set',
        feature,
        value: chosen.code,
        span: chosen.span,
        note: isOpen
          ? `Of ${[chosen.code, ...others].join(' and ')} the first named is planned with; leave the ${feature} open to compare.`
          : undefined,
      });
    } else if (no !== null) {
      found.changes.push({
        op: 'lift',
        feature,
        span: no.span,
        note: `${feature === 'framework' ? 'Frameworks' : 'Precisions'} cannot be ruled out one by one: the ${feature} is left open.`,
      });
    }
  };
  last('f', 'framework', mentions.frameworks);
  last('p', 'precision', mentions.precisions);
  let method: Mentions['specs'][number] | null = null;
  const off: string[] = [];
  draft.take(/⟦s(\d+)⟧(?: (?:with|using|via|by|through|head|heads|model|=|:))*/g, (match) => {
    const mention = mentions.specs[Number(match[1])];
    if (mention === undefined) return;
    const before = draft.value.slice(Math.max(0, match.index - 24), match.index);
    if (
      REFUSED.test(before) ||
      /^\s*(?:off|disabled)/.test(draft.value.slice(match.index + match[0].length)) ||
      /\b(?:disable|turn off|remove)\s*$/.test(before)
    ) {
      off.push(mention.code);
      method = method ?? mention;
    } else if (method === null || method.code === 'any' || mention.code !== 'any') method = mention;
  });
  const chosen = method as Mentions['specs'][number] | null;
  if (chosen === null) return;
  if (off.length > 0) found.changes.push({ op: 'lift', feature: 'spec_method', span: chosen.span });
  else if (chosen.code === 'any') found.changes.push({ op: 'speculate', span: chosen.span });
  else found.changes.push({ op: 'set', feature: 'spec_method', value: chosen.code, span: chosen.span });
}
