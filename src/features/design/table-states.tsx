import { useState } from 'react';
import { numberColumn, textColumn } from '#src/components/table/data-columns.tsx';
import { DataTable } from '#src/components/table/data-table.tsx';
import { tableParams } from '#src/components/table/table-params.ts';
import { EmptyState } from '#src/components/ui/empty-state.tsx';
import { Panel } from '#src/components/ui/panel.tsx';
import { defineSearch } from '#src/url/search.ts';

interface Row {
  name: string;
  rate: number | null;
}

const ROWS: readonly Row[] = [
  { name: 'H200 vLLM FP8', rate: 3214 },
  { name: 'A name that somebody pasted and that is much longer than its column', rate: 12.5 },
  { name: 'No value', rate: null },
];
const COLUMNS = [
  textColumn<Row>('name', 'Deployment', (row) => row.name, { width: 200 }),
  numberColumn<Row>('rate', 'Tokens/s', (row) => row.rate),
];
const search = defineSearch(tableParams());
const FAILURE = new Error('The design page made this failure.');

const STATES = [
  { name: 'full', rows: ROWS, isPending: false, error: null },
  { name: 'loading', rows: [], isPending: true, error: null },
  { name: 'empty', rows: [], isPending: false, error: null },
  { name: 'failed', rows: [], isPending: false, error: FAILURE },
];

/** The one table: full, loading, empty, failed. */
export function TableStates({ look }: { look: string }) {
  const [view, setView] = useState(() => search.read({}));
  return STATES.map(({ name, rows, isPending, error }) => (
    <Panel key={name} title={`Table, ${name}, ${look}`}>
      <DataTable
        label={`${name}, ${look}`}
        columns={COLUMNS}
        rows={rows}
        rowId={(row) => row.name}
        view={view}
        onViewChange={(change) => setView((before) => ({ ...before, ...change }))}
        isPending={isPending}
        error={error}
        onRetry={() => undefined}
        empty={<EmptyState title="Nothing here yet">What to do next stands here.</EmptyState>}
        fileName="design"
      />
    </Panel>
  ));
}
