import { late } from '#src/components/ui/late.ts';
import type * as tools from './table-tools.ts';

export type TableTools = typeof tools;

/** What a table does once a person reaches for it, or once its address asks for it. */
export const tableTools = late<TableTools>(() => import('./table-tools.ts'));
