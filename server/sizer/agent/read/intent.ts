/** What a message is beside the constraints that it names. */
export type Intent =
  | { readonly kind: 'start_over' }
  | { readonly kind: 'undo' }
  | { readonly kind: 'greeting' }
  | { readonly kind: 'thanks' }
  | { readonly kind: 'yes' }
  | { readonly kind: 'no' }
  | { readonly kind: 'question'; readonly about: QuestionKind }
  | { readonly kind: 'none' };

export type QuestionKind =
  | 'why_rejected'
  | 'why_chosen'
  | 'what_would_fit'
  | 'cheapest'
  | 'fastest'
  | 'highest_throughput'
  | 'fewest_gpus'
  | 'lowest_power'
  | 'confidence'
  | 'compare'
  | 'nodes'
  | 'gpus'
  | 'cost'
  | 'power'
  | 'memory'
  | 'latency'
  | 'throughput'
  | 'assumptions'
  | 'bom'
  | 'parallelism'
  | 'alternatives'
  | 'launch'
  | 'summary';

const QUESTIONS: readonly { readonly words: RegExp; readonly about: QuestionKind }[] = [
  {
    words:
      /\bwhat (?:would|could|will|do|does|must|should|needs? to)\b.*\b(?:make|fit|get|let|have to|need|change|take|relax)\b.*(?:⟦g\d+⟧|\bfit\b|\bwork\b|\bpass\b|\bviable\b|\bchange\b)|\bhow (?:can|could|would|do) (?:i|we)\b.*\b(?:make|get|fit)\b.*\b(?:fit|work|pass|viable)\b|\bwhat (?:would it take|do (?:i|we) need to (?:change|relax))\b|\bwhat has to change\b/,
    about: 'what_would_fit',
  },
  {
    words:
      /\b(?:why|how come|reason)\b.*\b(?:reject|rejected|excluded|ruled out|not (?:on the list|in the list|recommended|there|listed|viable|an option|possible|proposed|used|chosen|work|fit|good|enough|pass)|out\b|missing|fail|failed|dropped|discarded|eliminated|(?:not|n't) (?:it )?(?:use|fit|work))|\bwhy (?:not|no)\b.*⟦[gv]\d+⟧|\bwhat(?:'s| is) wrong with\b.*⟦g\d+⟧|\bwhich (?:gpus?|ones|candidates|hardware)\b.*\b(?:rejected|excluded|ruled out|fail)|\bwhat (?:was|got|is|were) rejected\b|\bwhat happened to\b.*⟦g\d+⟧|\bwhat about the rejected\b/,
    about: 'why_rejected',
  },
  {
    words:
      /\bcompare\b|\b(?:difference|differences) between\b|\bversus\b|\bside by side\b|\b(?:which is better|better)\b.*⟦g\d+⟧.*\bor\b.*⟦g\d+⟧|\bvs\b/,
    about: 'compare',
  },
  {
    words:
      /\bhow (?:sure|certain|confident|reliable|accurate|trustworthy|solid)\b|\b(?:can|could|should) (?:i|we) trust\b|\bconfidence\b|\b(?:margin of error|error bars?|uncertainty|measured or|is (?:this|that|it) measured|based on (?:real )?(?:measurements?|data))\b|\bare you sure\b|\bhow (?:good|exact) (?:is|are) (?:this|that|the|these|your) (?:numbers?|estimate|figures?|prediction)/,
    about: 'confidence',
  },
  {
    words:
      /\b(?:does|do|will|would|can) (?:it|this|that|they)(?: all)? (?:fit|run|work) (?:on|in|into|onto|within) (?:a |one |1 |single |a single )*(?:node|server|machine|box)\b/,
    about: 'nodes',
  },
  {
    words:
      /\b(?:what|which)\b.*\b(?:limits|limiting|bottleneck|binds|binding|constrains|holds? (?:it|this) back)\b|\bhow (?:did|do) you (?:get|come|arrive|calculate|compute|work|derive|figure)\b|\bhow (?:was|is|were) (?:this|that|it|the) .*(?:calculated|computed|derived)\b|\bwhere (?:does|do|did) (?:that|this|the|these|it) .*(?:come|came|number|figure)/,
    about: 'why_chosen',
  },
  { words: /\bhow many (?:nodes|servers|machines|boxes)\b|\bnumber of nodes\b/, about: 'nodes' },
  { words: /\bhow many (?:gpus?|cards|accelerators|⟦g\d+⟧)|\bnumber of gpus\b|\bgpu count\b/, about: 'gpus' },
  {
    words:
      /\b(?:what|which)\b.*\b(?:cheapest|lowest cost|least expensive|most affordable)\b|\bcheapest\b.*\?|\bis there (?:anything|something|a) cheaper\b|\banything cheaper\b/,
    about: 'cheapest',
  },
  { words: /\b(?:what|which)\b.*\b(?:fastest|lowest latency|quickest)\b/, about: 'fastest' },
  { words: /\b(?:what|which)\b.*\b(?:highest throughput|most throughput)\b/, about: 'highest_throughput' },
  { words: /\b(?:what|which)\b.*\b(?:fewest|least) gpus\b/, about: 'fewest_gpus' },
  {
    words: /\b(?:what|which)\b.*\b(?:lowest power|least power|least energy|most efficient|greenest)\b/,
    about: 'lowest_power',
  },
  {
    words:
      /\bwhat(?:'s| is| are| did| do)?\b.*\b(?:assum(?:e|ed|ing|ptions?))\b|\bassumptions\?|\bwhich assumptions\b/,
    about: 'assumptions',
  },
  {
    words: /\b(?:bill of materials|bom|parts list)\b|\bwhat(?:'s| is| do)\b.*\b(?:buy|order|shopping list)\b/,
    about: 'bom',
  },
  {
    words:
      /\b(?:how much|what)\b.*\b(?:cost|costs|price|pay|spend|capex|opex|tco|expensive|dollars)\b|\bhow (?:much|expensive)\b(?!.*\b(?:power|memory|energy|headroom|vram|electricity)\b)/,
    about: 'cost',
  },
  {
    words: /\b(?:how much|what|how many)\b.*\b(?:power|energy|electricity|watts?|kw|cooling)\b/,
    about: 'power',
  },
  {
    words: /\b(?:how much|what)\b.*\b(?:memory|vram|headroom|kv cache|room)\b|\bhow (?:full|tight)\b/,
    about: 'memory',
  },
  {
    words:
      /\b(?:what|how)\b.*\b(?:latency|ttft|p99|p50|tpot|time to first token|response time|fast|slow|long)\b(?!.*\bchange)/,
    about: 'latency',
  },
  {
    words:
      /\b(?:what|how much|how many)\b.*\b(?:throughput|tokens per second|tok\/s|tps|requests per second)\b/,
    about: 'throughput',
  },
  {
    words: /\b(?:what|which|how)\b.*\b(?:tensor parallel|parallelism|tp|replicas?|split)\b/,
    about: 'parallelism',
  },
  {
    words: /\b(?:how do (?:i|we) (?:launch|start|run|deploy)|launch command|start command|command line)\b/,
    about: 'launch',
  },
  {
    words: /\bwhy\b.*(?:⟦g\d+⟧|\b(?:this|that|these|recommended|chosen|first|pick|best|it)\b)|\bwhat makes\b/,
    about: 'why_chosen',
  },
  {
    words:
      /\b(?:which|what) (?:precision|framework|engine|quanti[sz]ation|dtype|stack)\b|\bexplain (?:this|that|it|the|your|why|me)\b|\bwalk me through\b/,
    about: 'why_chosen',
  },
  {
    words:
      /\b(?:enough (?:budget|money)|within (?:the |our )?budget|(?:can|could) we afford|budget (?:is )?enough|over budget)\b/,
    about: 'cost',
  },
  { words: /\b(?:cost|costs|price|capex|opex|tco)\b[^.!]*\?\s*$/, about: 'cost' },
  {
    words: /^(?:\W|and|but|ok|so|also)*(?:the )?(?:power|energy|electricity|watts?|cooling)\b[^.!]*\?\s*$/,
    about: 'power',
  },
  { words: /^(?:\W|and|but|ok|so|also)*(?:the )?(?:memory|vram|headroom)\b[^.!]*\?\s*$/, about: 'memory' },
  {
    words: /^(?:\W|and|but|ok|so|also)*(?:the )?(?:latency|ttft|p ?99|tpot|response time)\s*\?\s*$/,
    about: 'latency',
  },
  { words: /^(?:\W|and|but|ok|so|also)*(?:the )?throughput\s*\?\s*$/, about: 'throughput' },
  {
    words:
      /\b(?:what|which|any|are there|is there|show|list)\b.*\b(?:alternatives?|other options?|else|second best|runner up|other choices)\b/,
    about: 'alternatives',
  },
  {
    words:
      /\b(?:summari[sz]e|summary|recap|what do (?:we|you) have|what is the (?:plan|answer|recommendation)|where (?:are|do) we (?:at|stand))\b|\bwhat (?:do you|would you|did you) recommend\b/,
    about: 'summary',
  },
];

const START_OVER =
  /\b(?:start (?:over|again|afresh|fresh|from scratch|anew)|from scratch|reset(?: everything| all| it)?|new (?:sizing|plan|session|conversation|request)|clear (?:everything|all)|forget (?:everything|all(?: of (?:that|it|this))?|it all)|scrap (?:everything|all of (?:it|that))|begin again|restart|clean slate|wipe (?:everything|it))\b(?! the (?:budget|node|latency))/;
const UNDO =
  /\b(?:undo|revert|roll ?back|go back(?! to (?:⟦|\d|\$|the (?:budget|old|previous) [a-z]+ of))|take that back|as it was(?: before)?|back to (?:the )?(?:previous|last|before|how it was|what it was)|cancel (?:that|the last(?: change)?)|never ?mind that|undo that|step back|previous (?:state|version|settings?))\b/;
const GREETING =
  /^(?:\s|¦|,|!|\.)*(?:hi|hello|hey|hiya|yo|howdy|greetings|good (?:morning|afternoon|evening|day)|gm|sup)\b/;
const THANKS =
  /^(?:\W)*(?:(?:ok|okay|great|perfect|cool|nice|awesome|good|super|excellent|alright)[ ,!.]*)*(?:thanks?(?: you)?(?: (?:so much|a lot|very much))?|thx|ty|cheers|great|perfect|cool|nice|awesome|looks good|lgtm|sounds good|got it|good to know|wow|bye(?: bye)?|goodbye|see you|cya)(?:\W|for (?:the|your) (?:help|answer)|that helps|thanks)*$/;
const YES =
  /^(?:\W)*(?:yes|yep|yeah|yup|sure|ok|okay|correct|right|exactly|that one|please do|go ahead|do it|ja|oui|si|sim|hai|是|对|はい)(?:\W|please|thanks)*$/i;
const NO =
  /^(?:\W)*(?:no|nope|nah|none(?: of (?:them|these|those))?|neither|nein|non|não|不|いいえ)(?:\W|thanks|thank you)*$/i;

/** What the words of a prepared message ask for; constraints in it are read by the readers. */
export function readIntent(text: string, hasAnswer: boolean): Intent {
  if (START_OVER.test(text)) return { kind: 'start_over' };
  if (UNDO.test(text)) return { kind: 'undo' };
  if (YES.test(text)) return { kind: 'yes' };
  if (NO.test(text)) return { kind: 'no' };
  const isProposal =
    /^(?:\W|ok|okay|and|but|so|well)*(?:what|how) (?:about|if)\b/.test(text) &&
    /\d/.test(text.replace(/⟦\w+⟧/g, ''));
  if (hasAnswer && !isProposal && isQuestion(text)) {
    const found = QUESTIONS.find(({ words }) => words.test(text));
    if (found !== undefined) return { kind: 'question', about: found.about };
  }
  if (THANKS.test(text)) return { kind: 'thanks' };
  if (GREETING.test(text)) return { kind: 'greeting' };
  return { kind: 'none' };
}

function isQuestion(text: string): boolean {
  const plain = text.replace(
    /^(?:\W|\b(?:ok|okay|and|but|so|well|hm+|great|thanks?|cool|hi|hey|wait|sorry|please)\b)*/,
    '',
  );
  return (
    /^(?:why|what|which|how|compare|who|where|is|are|can|could|should|does|do|did|was|were|will|would|tell|explain|show|give|list|summari|recap|any|confidence|assumptions|bom|reason|vs|versus)\b/.test(
      plain,
    ) ||
    /\?\s*$/.test(text) ||
    /\b(?:why|how (?:sure|many|much|come)|compare)\b/.test(plain)
  );
}
