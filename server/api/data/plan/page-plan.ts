import type { ApiRequest } from '../parse/api-request.ts';
import type { ParsedCondition } from '../parse/filter.ts';
import { resolveConditions, resolveOrder, resolveSelect, type ColumnSource } from './columns.ts';
import type { Page } from './plan.ts';

/** The rows a read or a call answers with. */
export function planPage(
  request: ApiRequest,
  source: ColumnSource,
  where: readonly ParsedCondition[],
  maxRows: number,
): Page {
  return {
    columns: resolveSelect(source, request.select),
    where: resolveConditions(source, where),
    orderBy: resolveOrder(source, request.order),
    offset: request.range.offset,
    limit: Math.min(request.range.limit ?? maxRows, maxRows),
    count: request.prefer.count,
  };
}
