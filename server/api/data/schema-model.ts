import type { RelationName, Relationship } from './relationships.ts';

export interface Column {
  readonly name: string;
  /** As `format_type` writes it: SQL text from the catalog, never from a request. */
  readonly type: string;
  readonly isText: boolean;
  readonly isJson: boolean;
  /** Its default as SQL of the catalog; null when it has none. */
  readonly default: string | null;
  readonly canSelect: boolean;
  readonly canInsert: boolean;
  readonly canUpdate: boolean;
  /** The schema of the function over the row that makes this a computed field; null for a real column. */
  readonly computedIn: string | null;
}

export interface Relation {
  readonly schema: string;
  readonly name: string;
  readonly columns: ReadonlyMap<string, Column>;
  readonly canSelect: boolean;
  /** Whether the relation takes UPDATE at all, by itself or by a trigger. */
  readonly isUpdatable: boolean;
  readonly canUpdate: boolean;
  readonly isInsertable: boolean;
  readonly canInsert: boolean;
  readonly isDeletable: boolean;
  readonly canDelete: boolean;
  /** Columns of the primary key, in its order; empty for views. */
  readonly primaryKey: readonly string[];
}

export interface FunctionArg {
  readonly name: string;
  readonly type: string;
  readonly isRequired: boolean;
  readonly isVariadic: boolean;
}

export type FunctionReturn =
  | { readonly kind: 'void' }
  | { readonly kind: 'scalar'; readonly isSet: boolean }
  | {
      readonly kind: 'rows';
      readonly isSet: boolean;
      readonly columns: ReadonlyMap<string, Column>;
      /** What they are rows of; null for a table of the function's own. */
      readonly relation: RelationName | null;
    };

export interface DataFunction {
  readonly schema: string;
  readonly name: string;
  readonly args: readonly FunctionArg[];
  readonly isVolatile: boolean;
  readonly returns: FunctionReturn;
}

/** What one role may see of the exposed schemas; overloads of a function share its name. */
export interface RoleSchema {
  relation(schema: string, name: string): Relation | undefined;
  functions(schema: string, name: string): readonly DataFunction[];
  /** From this relation to others that the role may read; empty unless loaded for embedding. */
  relationships(schema: string, name: string): readonly Relationship[];
  /** Names in a schema, for the hint of an error. */
  relationNames(schema: string): readonly string[];
  functionNames(schema: string): readonly string[];
}
