/** Where a view's column comes from: a column of a relation, by numbers of pg_catalog. */
export interface ColumnOrigin {
  readonly number: number;
  readonly originOid: string;
  readonly originNumber: number;
}

const TARGET =
  /:resno (\d+) :resname (?:\\.|[^\\])* :ressortgroupref \d+ :resorigtbl (\d+) :resorigcol (\d+) :resjunk false/;

/**
 * Reads the outermost target list out of a view's rule (`pg_rewrite.ev_action`, a node tree as text). Target entries
 * stand at the second level of braces, inside the one query; those of subqueries stand deeper. A backslash escapes
 * the next character, braces included. Columns that are computed have no origin.
 */
export function viewOrigins(action: string): ColumnOrigin[] {
  const origins: ColumnOrigin[] = [];
  let depth = 0;
  let own = '';
  let from = 0;
  for (let at = 0; at < action.length; at += 1) {
    const character = action.charCodeAt(at);
    if (character === BACKSLASH) at += 1;
    else if (character === OPEN) {
      if (depth === TARGET_DEPTH) own += action.slice(from, at);
      depth += 1;
      if (depth === TARGET_DEPTH) own = '';
      from = at + 1;
    } else if (character === CLOSE) {
      if (depth === TARGET_DEPTH) {
        own += action.slice(from, at);
        const origin = own.startsWith('TARGETENTRY') ? originOf(own) : undefined;
        if (origin !== undefined) origins.push(origin);
      }
      depth -= 1;
      from = at + 1;
    }
  }
  return origins;
}

const BACKSLASH = 92;
const OPEN = 123;
const CLOSE = 125;
const TARGET_DEPTH = 2;

function originOf(entry: string): ColumnOrigin | undefined {
  const match = TARGET.exec(entry);
  const [, number = '', originOid = '0', originNumber = '0'] = match ?? [];
  if (match === null || originOid === '0') return undefined;
  return { number: Number(number), originOid, originNumber: Number(originNumber) };
}
