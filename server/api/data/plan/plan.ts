import type { ResponseFormat } from '../parse/accept.ts';
import type { Aggregate } from '../parse/aggregate.ts';
import type { ApiRequest } from '../parse/api-request.ts';
import type { CastType } from '../parse/cast.ts';
import type { JsonStep } from '../parse/field.ts';
import type { Comparison } from '../parse/filter.ts';
import type { Preferences } from '../parse/prefer.ts';
import type { Relationship } from '../relationships.ts';
import type { Column, DataFunction, FunctionArg, Relation, RoleSchema } from '../schema-model.ts';

/** Step 2 of 4: the request with every name resolved in the role's schema. Only these types reach the SQL step. */
export type Plan = ReadPlan | CallPlan | WritePlan;

/** A column with the way into its JSON. */
export interface PlannedField {
  readonly column: Column;
  readonly path: readonly JsonStep[];
}

export interface OutputColumn extends PlannedField {
  readonly alias: string;
  readonly cast: CastType | null;
  readonly aggregate: Aggregate | null;
}

export type Condition =
  | {
      readonly kind: 'filter';
      readonly column: Column;
      readonly path: readonly JsonStep[];
      readonly isNegated: boolean;
      readonly comparison: Comparison;
    }
  | {
      readonly kind: 'logic';
      readonly connective: 'and' | 'or';
      readonly isNegated: boolean;
      readonly conditions: readonly Condition[];
    }
  /** That an embedded resource has rows. */
  | { readonly kind: 'embed'; readonly embed: Embed; readonly isNegated: boolean };

export interface OrderBy extends PlannedField {
  /** The embedded resource whose one row has the field; null for a field of the rows themselves. */
  readonly embed: Embed | null;
  readonly direction: 'asc' | 'desc' | null;
  readonly nulls: 'first' | 'last' | null;
}

/** Rows of another relation that are shown within a row, or spread into it. */
export interface Embed {
  /** Numbered within the request, for the aliases of its SQL. */
  readonly id: number;
  readonly alias: string;
  readonly relationship: Relationship;
  readonly target: Relation;
  readonly isToOne: boolean;
  readonly isInner: boolean;
  /** `hidden`: nothing of it is shown; it is there to be filtered by. */
  readonly shape: 'json' | 'spread' | 'hidden';
  readonly columns: readonly OutputColumn[];
  readonly embeds: readonly Embed[];
  readonly where: readonly Condition[];
  readonly orderBy: readonly OrderBy[];
  readonly offset: number;
  /** null where the relationship itself makes sure of one row. */
  readonly limit: number | null;
  /** Its rows within one row may have this much JSON together. */
  readonly maxBytes: number;
}

/** Which rows of a source, in which order and form. */
export interface Page {
  readonly columns: readonly OutputColumn[];
  readonly embeds: readonly Embed[];
  readonly where: readonly Condition[];
  readonly orderBy: readonly OrderBy[];
  readonly offset: number;
  /** The client's limit or the cap on rows, whichever is lower. */
  readonly limit: number;
  readonly count: Preferences['count'];
  /** Rows with embedded resources may have this much JSON together. */
  readonly maxBytes: number;
}

/** `none`: no body is made (HEAD, `return=minimal`, void). */
export type BodyFormat = ResponseFormat | 'none';

export interface ReadPlan {
  readonly kind: 'read';
  readonly relation: Relation;
  readonly page: Page;
  readonly body: BodyFormat;
  readonly maxRows: number;
  /** The total is told when it is at most this, without having been asked for; null: only when asked for. */
  readonly cheapTotal: number | null;
}

export type BoundArgs =
  /** The JSON body carries the values. */
  | { readonly from: 'body'; readonly json: string; readonly args: readonly FunctionArg[] }
  /** Text of the query string, one value an argument (several only for a variadic one). */
  | {
      readonly from: 'query';
      readonly args: readonly { readonly arg: FunctionArg; readonly values: readonly string[] }[];
    }
  /** The whole body is the one unnamed argument. */
  | { readonly from: 'whole'; readonly text: string; readonly arg: FunctionArg };

export interface CallPlan {
  readonly kind: 'call';
  readonly fn: DataFunction;
  readonly args: BoundArgs;
  readonly isReadOnly: boolean;
  /** Computed fields that the request names, made where the row still has its type. */
  readonly computed: readonly Column[];
  readonly page: Page;
  readonly body: BodyFormat;
  readonly maxAffected: number | null;
}

/** Rows of a body: `json` is an array of objects, of which `columns` are taken. */
export interface InsertChange {
  readonly do: 'insert' | 'put';
  readonly json: string;
  readonly rowCount: number;
  readonly columns: readonly Column[];
  /** A key that is missing in a row takes the column's default instead of null. */
  readonly isDefaulted: boolean;
  readonly onConflict: { readonly do: 'nothing' | 'update'; readonly target: readonly Column[] } | null;
  /** PUT: what the row itself must fulfil. */
  readonly where: readonly Condition[];
}

export interface UpdateChange {
  readonly do: 'update';
  readonly set: readonly Column[];
  readonly json: string;
  readonly where: readonly Condition[];
  readonly limited: LimitedRows | null;
}

export interface DeleteChange {
  readonly do: 'delete';
  readonly where: readonly Condition[];
  readonly limited: LimitedRows | null;
}

/** `limit` of a PATCH or DELETE: the first rows by `orderBy`, found by their key. */
export interface LimitedRows {
  readonly key: readonly Column[];
  readonly orderBy: readonly OrderBy[];
  readonly limit: number;
  readonly offset: number;
}

export interface WritePlan {
  readonly kind: 'write';
  readonly relation: Relation;
  readonly change: InsertChange | UpdateChange | DeleteChange;
  /** What the changed rows are known by afterwards: their columns, and the computed fields that the request names. */
  readonly returning: readonly Column[];
  /** The answer's rows, out of the changed ones. */
  readonly page: Page;
  readonly body: BodyFormat;
  readonly return: 'representation' | 'minimal' | 'headers-only';
  readonly count: Preferences['count'];
  readonly maxAffected: number | null;
  /** Columns of the key whose values make the Location header. */
  readonly location: readonly Column[];
}

export interface PlanContext {
  readonly request: ApiRequest;
  readonly maxRows: number;
  readonly maxAnswerBytes: number;
  /** Totals up to this come with every `Range`; null: with none. */
  readonly rangeTotals: number | null;
  readonly aggregates: boolean;
  /** What the role may see, for the names that an error hints at. */
  readonly schema: RoleSchema;
}
