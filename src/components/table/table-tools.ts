/** The part of a table that is fetched when a person reaches for it: filters, find, selection, export, moving columns. */
export { cellFinder } from './cell-finder.ts';
export { NoRowPasses } from './filter-bar.tsx';
export { FindBox } from './find-box.tsx';
export { headEvent, nudgeColumn } from './head-moves.ts';
export { PaneWatcher } from './pane-watcher.ts';
export { TableBars } from './table-bars.tsx';
export { exportTable } from './table-export.ts';
export { passingRows, usableFilters } from './table-filters.ts';
