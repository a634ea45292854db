import type { DataFunction, Relation } from '../schema-model.ts';

/** The `Allow` header of a relation, as far as this role and this API go. */
export function allowedMethods(relation: Relation): string {
  const methods = ['OPTIONS'];
  if (relation.canSelect) methods.push('GET', 'HEAD');
  const mayInsert = relation.isInsertable && relation.canInsert;
  const mayUpdate = relation.isUpdatable && relation.canUpdate;
  if (mayInsert) methods.push('POST');
  if (mayInsert && mayUpdate && relation.primaryKey.length > 0) methods.push('PUT');
  if (mayUpdate) methods.push('PATCH');
  if (relation.isDeletable && relation.canDelete) methods.push('DELETE');
  return methods.join(', ');
}

/** The `Allow` header of a function: reading calls only where it promises to change nothing. */
export function allowedCalls(functions: readonly DataFunction[]): string {
  return functions.some((fn) => !fn.isVolatile) ? 'OPTIONS, GET, HEAD, POST' : 'OPTIONS, POST';
}
