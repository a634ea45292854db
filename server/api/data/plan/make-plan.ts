import { dialectError } from '../errors.ts';
import type { ApiRequest } from '../parse/api-request.ts';
import type { DataFunction, Relation, RoleSchema } from '../schema-model.ts';
import { allowedCalls, allowedMethods } from './allow.ts';
import { planCall } from './call-plan.ts';
import type { Plan, PlanContext } from './plan.ts';
import { planRead } from './read-plan.ts';
import { nearestName } from '../fuzzy-names.ts';
import { planWrite } from './write-plan.ts';

/** Resolves a request in what its role may see. */
export function makePlan(
  request: ApiRequest,
  schema: RoleSchema,
  options: Pick<PlanContext, 'maxRows' | 'maxAnswerBytes' | 'rangeTotals' | 'aggregates'>,
): Plan {
  const context = { request, schema, ...options };
  if (request.target.kind === 'rpc')
    return planCall(context, schema.functions(request.schema, request.target.name));
  const relation = findRelation(request, schema);
  if (request.method === 'GET' || request.method === 'HEAD') return planRead(context, relation);
  return planWrite(context, relation);
}

/** The `Allow` header that answers OPTIONS. */
export function allowHeader(request: ApiRequest, schema: RoleSchema): string {
  if (request.target.kind === 'relation') return allowedMethods(findRelation(request, schema));
  return allowedCalls(findFunctions(request, schema));
}

function findRelation(request: ApiRequest, schema: RoleSchema): Relation {
  const { name } = request.target;
  const relation = schema.relation(request.schema, name);
  if (relation === undefined) {
    throw dialectError('PGRST205', `There is no "${name}" here that you may see.`, {
      details: { relation: name },
      postgrest: {
        message: `Could not find the table '${request.schema}.${name}' in the schema cache`,
        hint: hintAtRelation(request.schema, nearestName(schema.relationNames(request.schema), name, 0.75)),
      },
    });
  }
  return relation;
}

function hintAtRelation(schema: string, near: string | null): string | null {
  return near === null ? null : `Perhaps you meant the table '${schema}.${near}'`;
}

function findFunctions(request: ApiRequest, schema: RoleSchema): readonly DataFunction[] {
  const { name } = request.target;
  const functions = schema.functions(request.schema, name);
  if (functions.length === 0) {
    throw dialectError('PGRST202', `There is no function "${name}" that you may call.`, {
      details: { function: name },
    });
  }
  return functions;
}
