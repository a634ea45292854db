import { tableParams, type TableView } from '#src/components/table/table-params.ts';
import { defineSearch, mergeSearch } from '#src/url/search.ts';

const gpuSearch = defineSearch(tableParams());

const partsOf = (text: string) => Object.fromEntries(new URLSearchParams(text));

/** What was chosen of the table of GPUs: an address within the address, as the list of jobs has a table of its own. */
export const gpuTableView = (text: string): TableView => gpuSearch.read(partsOf(text));

/** That text after a change of the table. */
export function changedGpuTable(text: string, change: Partial<TableView>): string {
  const { widths, pins, find, filters, ...rest } = change;
  const parts = mergeSearch(gpuSearch, partsOf(text), {
    ...rest,
    ...(widths !== undefined && { widths }),
    ...(pins !== undefined && { pins }),
    ...(find !== undefined && { find }),
    ...(filters !== undefined && { filters }),
  });
  return new URLSearchParams(parts as Record<string, string>).toString();
}
