import type { ResponseFormat } from '../parse/accept.ts';
import type { ApiRequest } from '../parse/api-request.ts';
import type { IsValue, ValueOperator } from '../parse/filter.ts';
import type { Preferences } from '../parse/prefer.ts';
import type { Column, DataFunction, FunctionArg, Relation } from '../schema-cache.ts';

/** Step 2 of 4: the request with every name resolved in the role's schema. Only these types reach the SQL step. */
export type Plan = ReadPlan | CallPlan | UpdatePlan;

export interface OutputColumn {
  readonly column: Column;
  readonly alias: string;
}

export type Comparison =
  | { readonly operator: ValueOperator; readonly value: string }
  | { readonly operator: 'in'; readonly values: readonly string[] }
  | { readonly operator: 'is'; readonly is: IsValue };

export type Condition =
  | {
      readonly kind: 'filter';
      readonly column: Column;
      readonly isNegated: boolean;
      readonly comparison: Comparison;
    }
  | {
      readonly kind: 'logic';
      readonly connective: 'and' | 'or';
      readonly isNegated: boolean;
      readonly conditions: readonly Condition[];
    };

export interface OrderBy {
  readonly column: Column;
  readonly direction: 'asc' | 'desc' | null;
  readonly nulls: 'first' | 'last' | null;
}

/** Which rows of a source, in which order and form. */
export interface Page {
  readonly columns: readonly OutputColumn[];
  readonly where: readonly Condition[];
  readonly orderBy: readonly OrderBy[];
  readonly offset: number;
  /** The client's limit or the cap on rows, whichever is lower. */
  readonly limit: number;
  readonly count: Preferences['count'];
}

/** `none`: no body is made (HEAD, `return=minimal`, void). */
export type BodyFormat = ResponseFormat | 'none';

export interface ReadPlan {
  readonly kind: 'read';
  readonly relation: Relation;
  readonly page: Page;
  readonly body: BodyFormat;
  readonly maxRows: number;
}

export type BoundArgs =
  /** The JSON body carries the values. */
  | { readonly from: 'body'; readonly json: string; readonly args: readonly FunctionArg[] }
  /** Text of the query string, one value an argument (several only for a variadic one). */
  | {
      readonly from: 'query';
      readonly args: readonly { readonly arg: FunctionArg; readonly values: readonly string[] }[];
    };

export interface CallPlan {
  readonly kind: 'call';
  readonly fn: DataFunction;
  readonly args: BoundArgs;
  readonly isReadOnly: boolean;
  readonly page: Page;
  readonly body: BodyFormat;
}

export interface UpdatePlan {
  readonly kind: 'update';
  readonly relation: Relation;
  readonly set: readonly Column[];
  readonly json: string;
  readonly where: readonly Condition[];
  readonly columns: readonly OutputColumn[];
  readonly body: BodyFormat;
  readonly return: 'representation' | 'minimal' | 'headers-only';
  readonly count: Preferences['count'];
}

export interface PlanContext {
  readonly request: ApiRequest;
  readonly maxRows: number;
}
