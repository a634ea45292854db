import type { Draft } from './draft.ts';

export type Language = 'de' | 'fr' | 'es' | 'pt' | 'it' | 'zh' | 'ja';

/** Words that give a language away; one is enough where no English function word stands beside it. */
const SIGNS: Readonly<Record<'de' | 'fr' | 'es' | 'pt' | 'it', RegExp>> = {
  de: /\b(?:und|oder|mit|fur|fuer|wir|brauchen|brauche|nutzer|benutzer|anfragen|gleichzeitig\w*|sekunden?|hochstens|hoechstens|maximal|ohne|nur|kein\w*|bitte|eingabe\w*|ausgabe\w*|knoten|unter|pro|jahr\w*|wachstum|kosten|guenstig\w*|gunstig\w*|billig\w*|moglichst|welche\w*|warum|ich|das|doch|lieber|nicht|haben|ist|alles|ausser|prompts? (?:von|mit)|vergiss|antworten|streich\w*|mach|anstatt|statt|die|der|ein\w?)\b/gi,
  fr: /\b(?:et|ou|avec|pour|nous|utilisateurs?|requetes?|simultane(?!ous)\w*|secondes?|moins|sans|seulement|uniquement|pas|entree|sortie|noeuds?|serveurs?|par|budget de|annee|ans|je|faut|tout|sauf|quel\w*|pourquoi|moins cher|les|des|une?|en|sous|besoin|oublie\w*|enleve\w*|plutot|mets|le|la|du)\b/gi,
  es: /\b(?:y|con|para|nosotros|usuarios?|peticiones|solicitudes|simultane(?!ous)\w*|concurrentes?|segundos?|menos|maximo|sin|solo|solamente|entrada|salida|nodos?|servidores|por|presupuesto|ano|anos|necesito|necesitamos|quiero|queremos|que|los|las|una?|excepto|menos de|cual|barato|quita|olvida|mejor|el|la|del)\b/gi,
  pt: /\b(?:com|para|nos|usuarios?|pedidos|requisicoes|simultane(?!ous)\w*|concorrentes|segundos?|menos|maximo|sem|apenas|somente|entrada|saida|nos|servidores|por|orcamento|ano|anos|preciso|precisamos|quero|queremos|que|os|uma?|exceto|qual|barat\w*|remova|esqueca|tire|melhor|ate|da)\b/gi,
  it: /\b(?:con|abbiamo|utenti|richieste|simultane(?!ous)\w*|contemporane\w*|secondi|meno|massimo|senza|solo|ingresso|uscita|nodi|anno|anni|servono|vogliamo|che|gli|una?|tranne|quale|economic\w*)\b/gi,
};
const ENGLISH =
  /\b(?:and|or|with|for|we|need|users?|the|of|to|is|what|i|in|at|on|under|please|only|no|make|that|want|have|keep|budget|concurrent|requests?)\b/gi;

const count = (text: string, words: RegExp) => [...text.matchAll(words)].length;

/** The language a message is written in, or null for English and what cannot be told. */
export function languageOf(text: string): Language | null {
  if (/[\u3040-\u30ff]/u.test(text)) return 'ja';
  if (/[\u3400-\u9fff]/u.test(text)) return 'zh';
  const english = count(text, ENGLISH);
  const scores = (Object.keys(SIGNS) as (keyof typeof SIGNS)[]).map((language) => ({
    language,
    score: count(text, SIGNS[language]),
  }));
  scores.sort((a, b) => b.score - a.score);
  const [best] = scores;
  return best !== undefined && best.score > 0 && best.score > english * 0.8 ? best.language : null;
}

type Entry = readonly [RegExp, string];
const w = (words: string) => new RegExp(`(?<![\\w⟦])(?:${words})(?![\\w⟧])`, 'gi');

const GERMAN: readonly Entry[] = [
  [w('alles ausser|alles au(?:ss|ß)er|egal was(?:,)? nur nicht|jede gpu ausser'), 'anything but'],
  [
    w(
      'gleichzeitig(?:e|en|er)? (?:nutzer|benutzer|user|anwender|anfragen|requests|sitzungen|verbindungen|streams)(?:n)?',
    ),
    'concurrent requests',
  ],
  [w('(?:nutzer|benutzer|anwender|user)n?,? (?:die )?gleichzeitig'), 'concurrent users'],
  [w('gleichzeitig(?:e|en|er)?|parallel(?:e|en)?|nebenlaufig(?:e|en)?'), 'concurrent'],
  [w('(?:in|zu) spitzenzeiten|zur spitze|in der spitze'), 'at peak'],
  [w('spitzen(?:nutzer|last)|aktive nutzer'), 'peak users'],
  [w('nutzern?|benutzern?|anwendern?'), 'users'],
  [w('jeder nutzer|pro nutzer|je nutzer|pro user|pro benutzer'), 'per user'],
  [w('anfragen? pro sekunde|anfragen?/s'), 'requests per second'],
  [w('anfragen?'), 'requests'],
  [w('tokens? pro sekunde|tokens? je sekunde'), 'tokens per second'],
  [w('pro sekunde'), 'per second'],
  [w('pro jahr|im jahr|jahrlich|jaehrlich'), 'per year'],
  [w('pro monat|monatlich'), 'per month'],
  [w('jahre?n?'), 'years'],
  [w('millisekunden'), 'ms'],
  [w('sekunden?'), 'seconds'],
  [w('minuten?'), 'minutes'],
  [w('hochstens|hoechstens|maximal|nicht mehr als|bis zu'), 'at most'],
  [w('unter|weniger als|kleiner als|unterhalb von'), 'under'],
  [w('mindestens'), 'at least'],
  [w('prompts? (?:von|mit|um die|etwa)'), 'prompts'],
  [w('eingabe(?:tokens?|lange|n)?|input-tokens?|eingangstokens?'), 'input'],
  [w('ausgabe(?:tokens?|lange|n)?|antwort(?:en|lange|tokens?)?|output-tokens?'), 'output'],
  [w('rein|hinein'), 'in'],
  [w('raus|heraus'), 'out'],
  [w('knoten|servern?|maschinen|rechnern?'), 'nodes'],
  [w('kein knotenlimit|ohne knotenlimit'), 'no node limit'],
  [w('knotenlimit|knotengrenze|knotenbegrenzung'), 'node limit'],
  [w('nur noch|ausschlie(?:ss|ß)lich|nur'), 'only'],
  [w('kein(?:e|en|er|s)?|ohne|nicht'), 'no'],
  [w('wachstum(?:srate)?'), 'growth'],
  [w('wachst'), 'grows'],
  [w('dollar|us-dollar'), 'dollars'],
  [w('ausgeben'), 'spend'],
  [w('kostenlimit'), 'budget'],
  [
    w(
      'gunstigste[nrsm]?|guenstigste[nrsm]?|billigste[nrsm]?|am gunstigsten|am billigsten|moglichst (?:gunstig|billig)',
    ),
    'cheapest',
  ],
  [w('moglichst wenige? gpus|wenigste[nr]? gpus'), 'fewest gpus'],
  [w('warum'), 'why'],
  [w('wurde|wurden'), 'was'],
  [w('abgelehnt|verworfen|ausgeschlossen'), 'rejected'],
  [w('vergiss|streich(?:e)?|entferne|lass|ignoriere?|weg mit'), 'drop'],
  [w('weglassen|streichen|entfernen|weg'), 'drop'],
  [
    w(
      'mach(?:e)? (?:das |es |daraus |mal )?(?:zu )?|andere? (?:das )?(?:auf|zu)|doch lieber|lieber|eigentlich|stattdessen',
    ),
    'make that ',
  ],
  [w('anstatt|statt'), 'instead of'],
  [w('wir haben (?:schon|bereits|noch)?|vorhanden(?:e|en)?'), 'we have '],
  [w('ein budget von|budget von|budget'), 'budget'],
  [w('ungefahr|etwa|circa|rund|um die'), 'about'],
  [w('wie viele'), 'how many'],
  [w('fang von vorne? an|von vorne?|neu anfangen|zurucksetzen'), 'start over'],
  [w('ruckgangig(?: machen)?|zurucknehmen'), 'undo'],
  [w('und'), 'and'],
  [w('oder'), 'or'],
  [w('mit'), 'with'],
  [w('fur|fuer'), 'for'],
  [w('je|jeweils'), 'each'],
  [w('wollen|will|braucht|brauchen|benotigen|mochten'), 'want'],
  [w('uber|ueber'), 'over'],
  [w('programmier(?:assistent\\w*|hilfe)|code-assistent\\w*'), 'coding assistant'],
  [w('kundenservice|kundensupport|kundendienst'), 'customer support'],
  [w('hallo|guten tag|moin|servus'), 'hello'],
  [w('danke'), 'thanks'],
];
const FRENCH: readonly Entry[] = [
  [w('tout sauf|n.importe quoi sauf|tous sauf'), 'anything but'],
  [
    w(
      '(?:utilisateurs?|requetes?|sessions?|connexions?) (?:simultane\\w*|concurrent\\w*|en parallele|en meme temps)',
    ),
    'concurrent requests',
  ],
  [w('simultane\\w*|concurrent(?:e)?s?|en parallele|en meme temps'), 'concurrent'],
  [w('(?:utilisateurs? )?(?:au|en) (?:pic|pointe)|aux heures de pointe'), 'users at peak'],
  [w('par utilisateur'), 'per user'],
  [w('par requete'), 'per request'],
  [w('utilisateurs?'), 'users'],
  [w('requetes? par seconde'), 'requests per second'],
  [w('requetes?'), 'requests'],
  [w('(?:tokens?|jetons?) (?:par|/) ?s(?:econde)?'), 'tokens per second'],
  [w('jetons?'), 'tokens'],
  [w('par seconde'), 'per second'],
  [w('par an|annuel\\w*|chaque annee|par annee'), 'per year'],
  [w('ans|annees?'), 'years'],
  [w('secondes?'), 'seconds'],
  [w('au maximum|maximum|au plus|pas plus de|jusqu.a'), 'at most'],
  [w('moins de|inferieure? a|en dessous de|sous(?: les)?'), 'under'],
  [w('au moins'), 'at least'],
  [w('en entree|d.entree|entrees?|prompts? de'), 'input'],
  [w('en sortie|de sortie|sorties?|reponses?(?: de)?'), 'output'],
  [w('noeuds?|serveurs?|machines?'), 'nodes'],
  [w('la limite de noeuds?|limite de nodes'), 'node limit'],
  [w('seulement|uniquement|que du|rien que'), 'only'],
  [w("pas d[e']|pas de|sans|aucune?|surtout pas"), 'no '],
  [w('croissance(?: de)?'), 'growth'],
  [w('dollars?'), 'dollars'],
  [w('depenser'), 'spend'],
  [w("un budget d[e']|budget d[e']"), 'budget '],
  [w('le moins cher|la moins chere|moins cher|au meilleur prix'), 'cheapest'],
  [w('pourquoi'), 'why'],
  [w('rejete\\w*|refuse\\w*|ecarte\\w*'), 'rejected'],
  [w('oublie\\w*|enleve\\w*|supprime\\w*|retire\\w*|laisse\\w* tomber'), 'drop'],
  [w('plutot|finalement|mets|passe(?:r)? (?:en|a)|en fait'), 'make that'],
  [w('au lieu de'), 'instead of'],
  [w('nous avons (?:deja)?|on a (?:deja)?'), 'we have '],
  [w('environ|a peu pres'), 'about'],
  [w('recommence\\w*|repart\\w* de zero'), 'start over'],
  [w('annule\\w*'), 'undo'],
  [w('et'), 'and'],
  [w('ou'), 'or'],
  [w('avec'), 'with'],
  [w('pour'), 'for'],
  [w('sur'), 'on'],
  [w('combien de'), 'how many'],
  [w('veulent|chacun'), 'each want'],
  [w('assistant (?:de )?(?:code|programmation)'), 'coding assistant'],
  [w('support client|service client'), 'customer support'],
  [w('bonjour|salut'), 'hello'],
  [w('merci'), 'thanks'],
];
const IBERIAN: readonly Entry[] = [
  [/(?<=\d )mil\b/gi, 'thousand'],
  [w('mil'), '1000'],
  [
    w(
      'todo menos|cualquier(?:a)? (?:menos|excepto)|todo excepto|tudo menos|qualquer (?:uma )?(?:menos|exceto)|tudo exceto',
    ),
    'anything but',
  ],
  [
    w(
      '(?:usuarios?|peticiones|solicitudes|sesiones|pedidos|requisicoes|sessoes|conexiones) (?:simultane\\w*|concurrentes?|concorrentes?|a la vez|ao mesmo tempo|en paralelo)',
    ),
    'concurrent requests',
  ],
  [
    w('simultane\\w*|concurrentes?|concorrentes?|a la vez|ao mesmo tempo|en paralelo|em paralelo'),
    'concurrent',
  ],
  [w('(?:usuarios? )?(?:en el|no|de) pico|en hora punta'), 'users at peak'],
  [w('por usuario'), 'per user'],
  [w('por (?:peticion|solicitud|pedido|requisicao)'), 'per request'],
  [w('usuarios?'), 'users'],
  [w('(?:peticiones|solicitudes|pedidos|requisicoes) por segundo'), 'requests per second'],
  [w('peticiones|solicitudes|pedidos|requisicoes'), 'requests'],
  [w('tokens? por segundo'), 'tokens per second'],
  [w('por segundo'), 'per second'],
  [w('al ano|por ano|anual(?:es)?|ao ano'), 'per year'],
  [w('anos?'), 'years'],
  [w('segundos?'), 'seconds'],
  [w('como maximo|maximo(?: de)?|no maximo|no mas de|nao mais (?:de|que)|hasta|ate'), 'at most'],
  [w('menos de|por debajo de|inferior a|abaixo de|debajo de|menor que'), 'under'],
  [w('al menos|pelo menos'), 'at least'],
  [w('de entrada|en entrada|entradas?|na entrada|prompts? de'), 'input'],
  [
    w('de salida|de saida|en la salida|na saida|salidas?|saidas?|respuestas?(?: de)?|respostas?(?: de)?'),
    'output',
  ],
  [w('nodos?|servidores|maquinas?|nos'), 'nodes'],
  [w('(?:el |o )?limite de (?:nodes|nodos|nos)'), 'node limit'],
  [w('solo|solamente|unicamente|apenas|somente|so'), 'only'],
  [w('nada de|sin|sem|nao|ningun\\w*|nenhum\\w*'), 'no'],
  [w('crecimiento|crescimento'), 'growth'],
  [w('dolares'), 'dollars'],
  [w('gastar'), 'spend'],
  [w('presupuesto(?: de)?|orcamento(?: de)?'), 'budget'],
  [
    w('(?:lo |la |el |o |a )?mas barat[oa]|(?:o |a )?mais barat[oa]|lo mas economico|mais economico'),
    'cheapest',
  ],
  [w('por que|porque'), 'why'],
  [w('rechaz\\w*|rejeitad\\w*|descartad\\w*'), 'rejected'],
  [w('olvida\\w*|quita\\w*|elimina\\w*|esqueca|esquece|remova|remove|tire|tira'), 'drop'],
  [w('mejor|en realidad|cambia\\w* a|ponlo en|melhor|na verdade|muda\\w* para|mude para'), 'make that'],
  [w('en vez de|em vez de|en lugar de'), 'instead of'],
  [w('tenemos(?: ya)?|ya tenemos|temos(?: ja)?|ja temos'), 'we have'],
  [w('alrededor de|unos|aproximadamente|cerca de|uns'), 'about'],
  [w('empieza de nuevo|comeca de novo|empezar de cero|recomecar|desde cero'), 'start over'],
  [w('deshacer|deshaz|desfaz\\w*|desfaca'), 'undo'],
  [w('y'), 'and'],
  [w('o|ou'), 'or'],
  [w('con|com'), 'with'],
  [w('para'), 'for'],
  [w('cuantos|cuantas|quantos|quantas'), 'how many'],
  [w('cada uno|cada um'), 'each'],
  [w('asistente de (?:codigo|programacion)|assistente de (?:codigo|programacao)'), 'coding assistant'],
  [w('atencion al cliente|soporte al cliente|atendimento ao cliente|suporte ao cliente'), 'customer support'],
  [w('hola|buenos dias|ola|bom dia'), 'hello'],
  [w('gracias|obrigad[oa]'), 'thanks'],
];
const ITALIAN: readonly Entry[] = [
  [w('tutto tranne|qualsiasi tranne'), 'anything but'],
  [w('(?:utenti|richieste) (?:simultane\\w*|contemporane\\w*|concorrenti)'), 'concurrent requests'],
  [w('simultane\\w*|contemporane\\w*'), 'concurrent'],
  [w('utenti'), 'users'],
  [w('richieste'), 'requests'],
  [w('secondi'), 'seconds'],
  [w('al massimo|massimo'), 'at most'],
  [w('sotto i|meno di|sotto'), 'under'],
  [w('in ingresso|ingresso'), 'input'],
  [w('in uscita|uscita'), 'output'],
  [w('nodi'), 'nodes'],
  [w('solo|soltanto'), 'only'],
  [w('senza|niente|non'), 'no'],
  [w('dollari'), 'dollars'],
  [w('e'), 'and'],
  [w('o'), 'or'],
  [w('con'), 'with'],
  [w('per'), 'for'],
];
const NAME = '⟦[gva]\\d+⟧(?:\\s*(?:,|和|与|或|及|や|と|か|または|或者|以及)\\s*⟦[gva]\\d+⟧)*';
const CJK: readonly Entry[] = [
  [
    new RegExp(`(?:除了|除)\\s*(${NAME})\\s*(?:以外|之外|外)?(?:都可以|都行|其他都行)?`, 'g'),
    ' anything but $1 ',
  ],
  [
    new RegExp(
      `(${NAME})\\s*(?:以外|を除く|は除く|は除外|を除いて|は使わない|は不可|はなし|抜き|なし)(?:なら何でも|で)?`,
      'g',
    ),
    ' anything but $1 ',
  ],
  [new RegExp(`(?:不要|不用|不能用|别用|不使用|排除|不考虑)\\s*(${NAME})`, 'g'), ' no $1 '],
  [new RegExp(`(?:只用|仅用|只要|只能用|仅限|只考虑|只使用)\\s*(${NAME})`, 'g'), ' only $1 '],
  [new RegExp(`(${NAME})\\s*(?:のみ|だけ|限定)(?:で|を使用)?`, 'g'), ' only $1 '],
  [
    /(?:最多|至多|不超过|不要超过|不多于|上限)\s*(\d+)\s*(?:个|台)?\s*(?:节点|服务器|机器)/g,
    ' at most $1 nodes ',
  ],
  [/(?:最大)?\s*(\d+)\s*(?:ノード|サーバー?|台)(?:以内|まで|以下)/g, ' at most $1 nodes '],
  [/(?:节点数?|ノード数?)(?:最多|不超过|は?最大)\s*(\d+)/g, ' at most $1 nodes '],
  [/(\d+(?:\.\d+)?)\s*(?:毫秒|ミリ秒)\s*(?:以内|以下|之内|未満)?/g, ' under $1 ms '],
  [/(\d+(?:\.\d+)?)\s*(?:秒|秒钟)\s*(?:以内|以下|之内|未満|内)/g, ' under $1 seconds '],
  [/(?:低于|小于|不超过|少于|控制在)\s*(\d+(?:\.\d+)?)\s*秒/g, ' under $1 seconds '],
  [/(\d+(?:\.\d+)?)\s*秒/g, ' $1 seconds '],
  [/每秒\s*(\d[\d.,]*\s*[万千百亿]*)\s*(?:个)?\s*(?:tokens?|トークン|词元)/gi, ' $1 tokens per second '],
  [/毎秒\s*(\d[\d.,]*\s*[万千百億]*)\s*(?:tokens?|トークン)/gi, ' $1 tokens per second '],
  [/(\d[\d.,]*\s*[万千百亿億]*)\s*(?:tokens?|トークン)\s*[/每毎]\s*秒/gi, ' $1 tokens per second '],
  [/(?:每个?用户|ユーザー?(?:あたり|ごと)(?:に)?|1ユーザー?)/g, ' per user '],
  [
    /(?:峰值|高峰|ピーク(?:時)?)(?:时|期)?(?:有|约|は|に)?\s*(\d[\d.,]*\s*[万千百]*)\s*(?:个|名|位|人)?(?:の)?(?:用户|ユーザー?)?/g,
    ' $1 peak users ',
  ],
  [
    /(\d[\d.,]*\s*[万千百]*)\s*(?:个|路|名|位|人)?\s*(?:并发|同时在线|同時接続|同時リクエスト|並列|并行|同時)(?:用户|请求|数|连接|ユーザー?|アクセス|实行)?/g,
    ' $1 concurrent requests ',
  ],
  [
    /(?:并发数?|同時接続数?|同時実行数?|同時|並列数?|并行)(?:量|度)?(?:为|是|は|:|=)?\s*(?:ユーザー?\s*)?(\d[\d.,]*\s*[万千百]*)\s*(?:个|路|人|接続|リクエスト|ユーザー?)?/g,
    ' $1 concurrent requests ',
  ],
  [/(\d[\d.,]*\s*[万千百]*)\s*(?:个|名|位|人)?(?:の)?(?:用户|ユーザー?)/g, ' $1 users '],
  [/(\d[\d.,]*\s*[万千百]*)\s*(?:个|件)?(?:の)?(?:请求|リクエスト)/g, ' $1 requests '],
  [
    /(?:预算|予算)(?:是|为|约|大约|は|:)?\s*(?:\$|usd|美元)?\s*(\d[\d.,]*\s*[万千百亿億]*)\s*(?:美元|美金|ドル|usd)?(?:以内|以下)?/gi,
    ' budget $$$1 ',
  ],
  [/(\d[\d.,]*\s*[万千百亿億]*)\s*(?:美元|美金|ドル)/g, ' $$$1 '],
  [
    /(?:输入|入力|提示词?|プロンプト)(?:长度|は|が|约|大约|为|是)?\s*(\d[\d.,]*\s*[kK千万]?)\s*(?:个)?(?:tokens?|トークン|词元)?/gi,
    ' input $1 , ',
  ],
  [
    /(?:输出|出力|回答|生成|応答)(?:长度|は|が|约|大约|为|是)?\s*(\d[\d.,]*\s*[kK千万]?)\s*(?:个)?(?:tokens?|トークン|词元)?/gi,
    ' output $1 , ',
  ],
  [/(\d[\d.,]*\s*[kK]?)\s*(?:个)?(?:tokens?|トークン|词元)?\s*(?:的)?(?:输入|入力)/gi, ' $1 input '],
  [/(\d[\d.,]*\s*[kK]?)\s*(?:个)?(?:tokens?|トークン|词元)?\s*(?:的)?(?:输出|出力)/gi, ' $1 output '],
  [/(?:最便宜|成本最低|最安|一番安い)(?:的|の)?/g, ' cheapest '],
  [/(?:为什么|为何|なぜ|どうして)/g, ' why '],
  [/(?:被拒绝|被排除|被否|拒否された|却下された|除外された|却下|拒绝)/g, ' rejected '],
  [/(?:取消|去掉|删除|不要|忘掉)(?:了)?(?:节点|ノード)(?:数)?(?:限制|制限)?/g, ' drop the node limit '],
  [/(?:取消|去掉|删除|不要|忘掉)(?:了)?预算(?:限制)?/g, ' drop the budget '],
  [/ノード(?:数)?制限(?:は|を)?(?:なし|外して|削除|解除)(?:で)?/g, ' drop the node limit '],
  [/予算(?:制限)?(?:は|を)?(?:なし|外して|削除|解除|無視)(?:で|して)?/g, ' drop the budget '],
  [/(?:改成|改为|换成|换为|変更して|に変更|にして)/g, ' make that '],
  [/(?:我们有|已有|现有|手持ち|所有して)/g, ' we have '],
  [/(?:每年增长|年增长|年率)\s*(\d+(?:\.\d+)?)\s*[%％](?:成長|增长)?/g, ' growth $1% per year '],
  [/(\d+)\s*年(?:间|間)?/g, ' over $1 years '],
  [/(?:重新开始|从头开始|最初から|リセット)/g, ' start over '],
  [/(?:撤销|撤回|元に戻す|取り消し)/g, ' undo '],
  [/(?:你好|您好|こんにちは)/g, ' hello '],
  [/(?:客服|カスタマーサポート|顧客対応)/g, ' customer support '],
  [/(?:代码助手|编程助手|コーディング(?:アシスタント|支援)?)/g, ' coding assistant '],
  [/(?:检索增强|知识库|検索拡張)/g, ' rag '],
  [/(?:和|与|及|や|と|以及)(?=\s*⟦)/g, ' and '],
  [/(?:或者|或|または|か)(?=\s*⟦)/g, ' or '],
  [/(?:部署|运行|服务|需要|を|で|に|を運用|したい|必要|用|跑|台|张|块|枚)/g, ' '],
];

const BOOKS: Readonly<Record<Language, readonly Entry[]>> = {
  de: GERMAN,
  fr: FRENCH,
  es: IBERIAN,
  pt: IBERIAN,
  it: ITALIAN,
  zh: CJK,
  ja: CJK,
};

/** Phrases of the message's language become the English ones that the readers know. */
export function toEnglish(draft: Draft): void {
  const language = languageOf(draft.value);
  if (language === null) return;
  for (const [pattern, english] of BOOKS[language]) {
    draft.rewrite(new RegExp(pattern.source, pattern.flags), (match) =>
      english.replace(/\$(\$|\d)/g, (_, key: string) => (key === '$' ? '$' : (match[Number(key)] ?? ''))),
    );
  }
}

/** English as it is typed: contractions, hedges before numbers and filler become plain. Expects lower case. */
export function cleanEnglish(draft: Draft): void {
  const swap = (pattern: RegExp, english: string) => draft.rewrite(pattern, () => english);
  swap(
    /\b(?:don't|dont|do not|doesn't|doesnt|can't|cant|cannot|won't|isn't|isnt|aren't|mustn't|shouldn't)\b/g,
    'not',
  );
  swap(/(?<=^|[\s(])(?:~|ca\.|approx\.)\s?(?=[$\d])/g, '');
  swap(
    /(?<!\b(?:what|how) )\b(?:around|about|roughly|approximately|approx|circa|maybe|probably|like|say|some|nearly|almost|somewhere around|give or take|ish|let's say|lets say|average|avg|an average of|on average|averaging|typically|usually)\s+(?:of\s+|around\s+|about\s+|like\s+)?(?=[$]?\d)/g,
    '',
  );
  swap(/(?<=\d)(?:\s?ish\b|\s?\+(?=\s|$))/g, '');
  swap(/\b(?:um|uh|erm|hmm|pls|plz|please|basically|literally|kinda)\b,?/g, ' ');
}
