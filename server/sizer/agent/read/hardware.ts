import type { GpuFact } from '#catalog/gpu-schema.ts';
import type { Draft, Span } from '../text/draft.ts';
import type { GpuMention, Mentions } from '../text/mentions.ts';
import type { Findings } from './change.ts';
import { listed } from './stack.ts';

const NAME = String.raw`⟦[gv]\d+⟧`;
const ITEM = String.raw`(?:(?:the |our |some |any |more |all |new |old |used |an? |one |single )*(?:(?<![\w./])(\d+)\s*(?:x|\*|pieces of|units of|spare|idle|unused|used|old|new|more)?\s*(?=⟦g))?${NAME}(?:'s|s)?(?:\s*x\s*(\d+))?(?:\s*(?:gpus?|cards?|nodes?|boxes|servers?|machines?|systems?|hardware|chips?|family|generation|series|silicon|accelerators?))?)`;
const JOINT = String.raw`(?:\s*(?:,|\/|\+|&|\bor\b|\band\b|\bnor\b|\bas well as\b|\bplus\b|\bvs\.?|\bversus\b|\bagainst\b|\bcompared (?:to|with)\b|,\s*(?:and|or))\s*(?:no |not |only |also |with )?)`;
const LIST = new RegExp(`${ITEM}(?:${JOINT}${ITEM})*`, 'g');

type Stance = 'out' | 'only' | 'more' | 'owned' | 'wanted' | 'lifted';

const OUT =
  /(?:\b(?:anything|everything|any gpus?|all|whatever|any|all gpus?|any hardware)(?: gpus?| hardware)?,? ?(?:but|except(?: for)?|other than|apart from|besides|excluding|aside from|not)|\b(?:no|not|never|without|exclud(?:e|es|ing)|except(?: for)?|avoid(?:ing)?|other than|apart from|rule out|ruling out|skip|minus|hate|ban(?:ned)?|nothing from|nothing with|instead of|rather than|drop|remove|kick out|get rid of|leave out|leaving out|take out|away from|stop using|never mind|forget(?: about)?|dislike|can no longer get|out of|swap(?: out)?|replace|lose|less|blacklist|nor)(?: (?:want|wanting|use|using|buy|buying|have|like|get|consider|run|touch|deal with|be|on|an?|any|the|our|more|to|of|from|with|anything|interested in|it on|go|going|choose))*)\s*$/;
const ONLY =
  /\b(?:only|just|exclusively|solely|strictly|must be|has to be|have to be|needs to be|restrict(?:ed)? (?:it |this |us |to )*|limit(?:ed)? (?:it |this |us |them )*to|stick (?:to|with)|sticking (?:to|with)|stay (?:on|with)|nothing but|vendor(?:s)?(?: is| are|:| =)?|locked (?:in )?(?:to|into|on))(?: (?:use|using|on|with|to|consider|look at|want|have|run|be|from|allow|show|buy|get|the|an?))*\s*$/;
const MORE =
  /\b(?:also|add|adding|plus|include|including|as well as|allow|permit|additionally|and maybe|consider|considering|open to|accept|ok with|okay with|fine with|bring back|put back)(?: (?:also|to|the|allow|consider|include|including|adding|add|use|using|an?|be|with))*\s*$/;
const OWNED =
  /\b(?:we(?:'ve| have)?(?: currently| already| just| also)?(?: got| have| own| bought)?|already (?:have|own|got|bought)|have(?: got)?|own|got|inventory(?: of| is|:)?|in stock:?|available:?|existing|stock(?:ed)?(?: of|:)?|sitting on|there are|there's|reuse|we bought|on hand:?|i have|i've got|i own)(?: (?:about|already|got|in (?:the |our )?(?:data ?cent(?:er|re)|stock|house|rack|lab)|an? (?:inventory|stock|pool|cluster|fleet) of|idle|spare|some|currently|available|a|an|already have|these|the following|lying around|left|hardware|gpus?|fleet|machines|equipment|:))*[ :]*$/;
const OWNED_AFTER =
  /^\s*(?:(?:are |is |that are |which are )?(?:in (?:our |the )?(?:inventory|stock)|available|in stock|already|on hand|in (?:the |our )(?:rack|data ?cent(?:er|re)|basement|lab)|sitting (?:around|idle|there)|idle|lying around|we own|we have|to reuse|in inventory|left over|spare)\b)/;
const AFTER_OUT =
  /^\s*(?:(?:is|are) (?:out|not (?:an option|allowed|possible|available|ok)|off the table|banned|too expensive|no go|excluded|unavailable|sold out)|not (?:allowed|possible|available|an option)|excluded|out\b)/;
const AFTER_ONLY = /^\s*(?:[- ]?only\b|exclusively|please and nothing else|and nothing else|or nothing)/;
const AFTER_MORE =
  /^\s*(?:too\b|as well\b|(?:is|are) (?:also )?(?:ok|okay|fine|allowed|acceptable|possible)(?: too| as well| again| after all)?\b|also\b)/;
const AFTER_LIFT = /^\s*(?:filter|restriction|limit(?:ation)?|requirement|constraint|rule|ban|exclusion)s?\b/;

function stanceOf(before: string, after: string): Stance {
  if (
    AFTER_LIFT.test(after) &&
    /(?:drop|scratch|scrap|delete|ditch|take (?:out|away|off)|get rid of|remove|forget|lift|no more|without|cancel|lose|ignore|clear|never mind)\b[^,.;]*$/.test(
      before,
    )
  )
    return 'lifted';
  if (AFTER_OUT.test(after)) return 'out';
  if (AFTER_MORE.test(after)) return 'more';
  if (OUT.test(before)) return 'out';
  if (AFTER_ONLY.test(after)) return 'only';
  if (ONLY.test(before)) return 'only';
  if (MORE.test(before)) return 'more';
  if (OWNED.test(before) || OWNED_AFTER.test(after)) return 'owned';
  return 'wanted';
}

interface Named {
  readonly gpu: GpuMention | null;
  readonly vendor: GpuFact['vendor'] | null;
  readonly count: number | null;
  readonly isNode: boolean;
  readonly span: Span;
}

/** Hardware that is wished for, ruled out, let in besides, or there already. */
export function readHardware(draft: Draft, mentions: Mentions, found: Findings): void {
  draft.rewrite(
    /\b(\d+)\s*(?:nodes?|servers?|boxes|machines?|systems?) (?:of|with|each with|each having|containing) (?:(\d+)\s*x?\s*)?(⟦g\d+⟧)/g,
    (match) => {
      const each = match[2] ?? '8';
      return `${Number(match[1]) * Number(each)} ${match[3] ?? ''}`;
    },
  );
  draft.rewrite(/(⟦g\d+⟧)\s*[x*]\s*(\d+)/g, (match) => `${match[2] ?? ''} ${match[1] ?? ''}`);
  draft.take(LIST, (match, span) => {
    const before = (
      draft.value
        .slice(0, match.index)
        .split(/[.;!?¦]/)
        .at(-1) ?? ''
    ).slice(-60);
    const after = draft.value.slice(match.index + match[0].length).split(/[.;!?]/)[0] ?? '';
    const named: Named[] = [
      ...match[0].matchAll(
        /(?:(?<![\w./])(\d+)\s*(?:x|\*|pieces of|units of|spare|idle|unused|used|old|new|more)?\s*(?=⟦g))?(\ban? |\bone |\bsingle )?⟦([gv])(\d+)⟧(?:'s|s)?(\s*(?:nodes?|boxes|servers?|machines?|systems?))?/g,
      ),
    ].map((part) => {
      const index = Number(part[4]);
      const gpu = part[3] === 'g' ? (mentions.gpus[index] ?? null) : null;
      const vendor = part[3] === 'v' ? (mentions.vendors[index] ?? null) : null;
      const isNode = part[5] !== undefined || /^(?:dgx|hgx)/i.test(gpu?.span.text ?? '');
      return {
        gpu,
        vendor: vendor?.vendor ?? null,
        // "a DGX H100" beside what else is owned is one of it.
        count: part[1] === undefined ? (part[2] !== undefined && isNode ? 1 : null) : Number(part[1]),
        isNode,
        span: gpu?.span ?? vendor?.span ?? span,
      };
    });
    // "no X, only Y" inside one list changes sides half way.
    const turn = /(?:,|\band\b|\bor\b)\s*(only|no|not)\s+(?=⟦|\d)/.exec(match[0]);
    if (turn !== null) {
      const index = [...match[0].slice(0, turn.index).matchAll(/⟦/g)].length;
      const first = stanceOf(before, '');
      settle(named.slice(0, index), first === 'wanted' && turn[1] !== 'only' ? 'wanted' : first, span);
      settle(named.slice(index), turn[1] === 'only' ? 'only' : 'out', span);
      return;
    }
    settle(named, stanceOf(before, after), span);
  });

  function settle(named: readonly Named[], stance: Stance, span: Span): void {
    if (stance === 'lifted') {
      if (named.some(({ vendor }) => vendor !== null))
        found.changes.push({ op: 'lift', feature: 'allowed_vendors', span });
      if (named.some(({ gpu }) => gpu !== null))
        found.changes.push({ op: 'lift', feature: 'allowed_gpu_models', span });
      return;
    }
    for (const { gpu } of named) {
      if (gpu === null || gpu.wanted.length > 0) continue;
      if (stance === 'out') {
        found.remarks.push(`“${gpu.span.text}” is not in the catalog, so it is never proposed.`);
        continue;
      }
      const options = gpu.nearest.map((fact) => fact.gpu_model);
      found.doubts.push({
        feature: 'allowed_gpu_models',
        question: `“${gpu.span.text}” is not in the catalog of accelerators. Do you mean ${listed(options)}?`,
        options,
        span: gpu.span,
      });
    }
    const known = named.filter(({ gpu, vendor }) => vendor !== null || (gpu?.wanted.length ?? 0) > 0);
    if (known.length === 0) return;
    const counted = known.filter(({ count, gpu }) => count !== null && gpu !== null);
    if (counted.length > 0 && stance !== 'out' && (stance === 'owned' || counted.length > 1)) {
      const rows: { gpu_model: string; count: number }[] = [];
      for (const { gpu, count, isNode } of counted) {
        if (gpu === null || count === null || count < 1) continue;
        if (gpu.wanted.length > 1) {
          found.doubts.push({
            feature: 'available_inventory',
            question: `Which accelerators are the ${count} “${gpu.span.text}”: ${listed(gpu.wanted.map((fact) => fact.gpu_model))}?`,
            options: gpu.wanted.map((fact) => fact.gpu_model),
            span: gpu.span,
          });
          continue;
        }
        const [fact] = gpu.wanted;
        if (fact !== undefined)
          rows.push({ gpu_model: fact.gpu_model, count: count * (isNode ? fact.gpus_per_node : 1) });
      }
      if (rows.length > 0)
        found.changes.push({
          op: 'set',
          feature: 'available_inventory',
          value: rows,
          span,
          note: noteOf(known),
        });
      return;
    }
    const models = known.flatMap(({ gpu }) =>
      gpu === null ? [] : (stance === 'out' ? gpu.family : gpu.wanted).map((fact) => fact.gpu_model),
    );
    const vendors = known.flatMap(({ vendor }) => (vendor === null ? [] : [vendor]));
    const edit = (feature: 'allowed_gpu_models' | 'allowed_vendors', value: readonly string[]) => {
      if (value.length === 0) return;
      const unique = [...new Set(value)];
      if (stance === 'out') found.changes.push({ op: 'exclude', feature, value: unique, span });
      else if (stance === 'more')
        found.changes.push({ op: 'add', feature, value: unique, span, note: noteOf(known) });
      else found.changes.push({ op: 'set', feature, value: unique, span, note: noteOf(known) });
    };
    edit('allowed_vendors', vendors);
    edit('allowed_gpu_models', models);
    const [single] = counted;
    if (
      single?.gpu?.wanted[0] !== undefined &&
      single.count !== null &&
      single.count > 0 &&
      stance !== 'out' &&
      stance !== 'more'
    ) {
      found.changes.push({
        op: 'set',
        feature: 'gpu_count',
        value: single.count * (single.isNode ? single.gpu.wanted[0].gpus_per_node : 1),
        span: single.span,
      });
    }
  }

  function noteOf(named: readonly Named[]): string | undefined {
    const notes = named.flatMap(({ gpu }) => (gpu?.note == null ? [] : [gpu.note]));
    return notes.length > 0 ? `${notes.join('; ')}.` : undefined;
  }
}
