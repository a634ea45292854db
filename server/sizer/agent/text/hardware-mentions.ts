import type { GpuFact } from '#catalog/gpu-schema.ts';
import { gpuFamily, resolveGpu, resolveVendor } from '../../model/catalog-names.ts';
import type { Draft } from './draft.ts';
import type { Mentions } from './mentions.ts';

const FORM = String.raw`(?:[ -]?(?:\d{2,3} ?gb|sxm\d?|pcie|nvl\d*|oam)\b)*`;
const GPU = new RegExp(
  String.raw`(?<![\w.⟦])(?:(?:nvidia|amd|intel|google|aws|dgx|hgx|instinct|tesla|geforce|habana)[ -]+)*` +
    String.raw`(?:gh[ -]?200|gb[ -]?[23]00|h[ -]?(?:100|200|20|800)|a[ -]?100|a10g?|a30|a40|a6000|l40s?|l4|b[ -]?[123]00|v100|p100|p40|t4|[hb][ -]?\d00|` +
    String.raw`mi[ -]?\d{3}[axp]?|gaudi[ -]?[123]|arc pro b60|b60|rtx ?(?:pro )?\d{4}(?: ada| blackwell| pro)?|(?:rtx |geforce )?[345]0[6-9]0(?: ?ti)?|` +
    String.raw`tpu[ -]?v?\d[ep]?|v[56][ep]|trainium ?\d?|trn[12]|inferentia ?\d?|inf2|trillium|ironwood|cerebras|groq|max 1550|ponte vecchio)s?(?![a-z0-9])` +
    FORM +
    String.raw`(?: (?:server edition|blackwell server))?`,
  'gi',
);
const GROUPS: readonly { readonly words: RegExp; readonly holds: (gpu: GpuFact) => boolean }[] = [
  { words: /\bgrace[ -]hoppers?\b/gi, holds: (gpu) => gpu.gpu_model.startsWith('gh') },
  { words: /\bgrace[ -]blackwells?\b|\bnvl72s?\b/gi, holds: (gpu) => gpu.gpu_model.startsWith('gb') },
  { words: /\bhoppers?\b/gi, holds: (gpu) => gpu.arch === 'hopper' },
  { words: /\bblackwells?\b/gi, holds: (gpu) => gpu.arch === 'blackwell' },
  { words: /\bamperes?\b/gi, holds: (gpu) => gpu.arch === 'ampere' },
  { words: /\bada(?:[ -]lovelace)?\b/gi, holds: (gpu) => gpu.arch === 'ada' },
  { words: /\bgaudis?\b/gi, holds: (gpu) => gpu.gpu_model.startsWith('gaudi') },
  { words: /\btpus?\b/gi, holds: (gpu) => gpu.gpu_model.startsWith('tpu') },
  { words: /\bpcie(?: (?:cards|gpus))\b/gi, holds: (gpu) => gpu.form === 'PCIe' },
];
const VENDOR =
  /(?<![\w⟦])(nvidia|nvda|nvida|nvdia|nividia|nvidea|amd|amds|intel|habana|instinct)(?![\w⟧]|\/[a-z]|-(?!only)| ?nemotron)/gi;
/** Also names of clouds, so only as makers of chips: beside a word about chips or a word that lets in or rules out. */
const CLOUD =
  /(?<![\w⟦])(?:(?<=(?:\bonly|\bno|\bnot|\bwithout|\bbut|\bexcept|\bavoid|\bexclude|\bfrom|\bvendor|\bor|\band) )(?:google|aws|amazon)(?! cloud)|(?:google|aws|amazon)(?= (?:chips?|accelerators?|silicon|hardware|gpus?|only)\b))(?![\w⟧]|\/[a-z]|-(?!only)| ?nemotron)/gi;

const COUNTED =
  /^[ -]*(?:tok|in\b|inputs?\b|out\b|outputs?\b|prompt|generat|completion|context|ctx|con|users?\b|people|sessions?|parallel|simultan|req|calls?\b|queries|words|char|\/|usd|eur|dollars?|euros?|k\b|ms\b|s\b|sec|tps|qps|rps|%|ein(?:gabe|gang)|aus(?:gabe|gang)|nutzer|anfragen|entr|sort|saisie|util|simult|usuarios|peticiones|salida|输入|输出|并发|用户|个?tok|トークン|입력|출력)/i;
const COUNTING =
  /(?:[$€£]|\b(?:isl|osl|inputs?|outputs?|prompts?|context|ctx|concurrency|conc|budget|tokens?|len(?:gth)?|eingabe|ausgabe|entrée|sortie|entrada|salida)(?: (?:of|is|about|around|at|to|up to|von|de|length|lengths|len|size|tokens?)){0,3}|输入|输出|并发) ?[:=~]? ?$/i;

/** "5090 tokens", "input 4060" and "$3090" are counts, though cards bear these numbers. */
function isCount(text: string, before: string, after: string): boolean {
  return /^[345]0[6-9]0$/.test(text) && (COUNTED.test(after) || COUNTING.test(before));
}

/** Marks accelerators and generations as `⟦g0⟧` and makers as `⟦v0⟧`. An accelerator that the catalog lacks is marked too. */
export function markHardware(draft: Draft, gpus: readonly GpuFact[], mentions: Mentions): void {
  draft.rewrite(GPU, (match, span) => {
    const text = match[0];
    if (isCount(text, draft.value.slice(0, match.index), draft.value.slice(match.index + text.length)))
      return null;
    const found = resolveGpu(text.replace(/[ -](?=\d)/g, ''), gpus);
    const again = found.kind === 'exact' ? found : resolveGpu(text, gpus);
    const settled = again.kind === 'exact';
    mentions.gpus.push({
      span,
      wanted: settled ? [again.value] : [],
      family: settled ? gpuFamily(text.replace(/([a-z])[ -](?=\d)/gi, '$1'), gpus) : [],
      isGroup: false,
      nearest: settled ? [] : again.nearest,
      note: settled ? again.note : null,
    });
    return `⟦g${mentions.gpus.length - 1}⟧`;
  });
  // "GPU 'X900'", "X900 cards": a name of a card that nobody knows.
  draft.rewrite(
    /\b(?:nvidia|amd|intel) (?!l\d|fp)[a-z]{1,3}-?\d{2,4}[a-z]?(?!\w|⟧)|(?<=\b(?:gpus?|cards?|accelerators?) (?:called |named )?['"]?)[a-z]{1,6}-?\d{2,4}[a-z]?(?!\w|⟧)|(?<![\w⟦.-])[a-z]{1,6}-?\d{2,4}[a-z]?(?=['"]? (?:gpus?|cards?|accelerators?)\b)/gi,
    (match, span) => {
      if (/^(?:tp|ep|pp|dp|fp|bf|int|isl|osl|top)-?\d/i.test(match[0])) return null;
      const found = resolveGpu(match[0], gpus);
      const isKnown = found.kind === 'exact';
      mentions.gpus.push({
        span,
        wanted: isKnown ? [found.value] : [],
        family: isKnown ? [found.value] : [],
        isGroup: false,
        nearest: isKnown ? [] : found.nearest,
        note: null,
      });
      return `⟦g${mentions.gpus.length - 1}⟧`;
    },
  );
  for (const group of GROUPS) {
    draft.rewrite(group.words, (_, span) => {
      const held = gpus.filter(group.holds);
      mentions.gpus.push({ span, wanted: held, family: held, isGroup: true, nearest: held, note: null });
      return `⟦g${mentions.gpus.length - 1}⟧`;
    });
  }
  for (const pattern of [VENDOR, CLOUD]) {
    draft.rewrite(pattern, (match, span) => {
      const found = resolveVendor(match[0]);
      if (found.kind !== 'exact') return null;
      mentions.vendors.push({ span, vendor: found.value });
      return `⟦v${mentions.vendors.length - 1}⟧`;
    });
  }
}
