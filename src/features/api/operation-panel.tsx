import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { CopyButton } from '#src/components/ui/copy-button.tsx';
import { tabListStyles, tabStyles } from '#src/components/ui/link-tabs.tsx';
import { Panel } from '#src/components/ui/panel.tsx';
import type { ViewState } from '#src/url/search.ts';
import type { ApiDocument, ListedOperation } from './api-document.ts';
import { apiSearch, LANGUAGES } from './api-search.ts';
import { LANGUAGE_LABELS, snippet } from './api-snippets.ts';
import { CodeBlock } from './code-block.tsx';
import { FieldTable } from './field-table.tsx';
import { MethodTag } from './method-tag.tsx';
import { readOperation, type ApiOperation } from './operation-detail.ts';

interface OperationPanelProps {
  document: ApiDocument;
  listed: ListedOperation;
  apiBase: string;
  view: ViewState<typeof apiSearch.shape>;
}

/** One operation: what it does, a call to copy, what goes in, what comes back. */
export function OperationPanel({ document, listed, apiBase, view }: OperationPanelProps) {
  const operation = useMemo(() => readOperation(document, listed), [document, listed]);
  const isView = operation.hasColumnFilters;
  return (
    <div className="grid min-w-0 gap-3.5">
      <Panel
        title={
          <span className="flex flex-wrap items-baseline gap-2">
            <MethodTag method={operation.method} />
            <code className="font-mono text-sm break-all">
              {operation.isAtRoot ? '' : new URL(apiBase).pathname}
              {operation.path}
            </code>
          </span>
        }
        padded
      >
        <p className="font-medium">{operation.summary}</p>
        {operation.description !== null && (
          <p className="mt-1 max-w-prose whitespace-pre-line text-sm text-ink-2">
            {operation.description.replaceAll('`', '')}
          </p>
        )}
        {!operation.needsToken && <p className="mt-1 text-sm text-ink-2">Needs no token.</p>}
      </Panel>
      <SnippetPanel operation={operation} apiBase={apiBase} view={view} />
      {operation.parameters.length > 0 && (
        <Panel
          title="Parameters"
          note={isView ? 'and every column below as a filter: column=operator.value' : undefined}
        >
          <FieldTable label="Parameters" rows={operation.parameters} place />
        </Panel>
      )}
      {operation.body.length > 0 && (
        <Panel title="Body" note="JSON">
          <FieldTable label="Body" rows={operation.body} required />
        </Panel>
      )}
      <Panel title={isView ? 'Columns' : 'Answer'} note={operation.answers ?? 'no body'}>
        {operation.columns.length > 0 ? (
          <FieldTable label={isView ? 'Columns' : 'Answer'} rows={operation.columns} />
        ) : (
          <p className="p-3 text-sm text-ink-2">
            {operation.answers === null
              ? 'Status 204.'
              : operation.answers === 'application/json'
                ? 'One value.'
                : 'A file.'}
          </p>
        )}
        {operation.answerExample !== undefined && (
          <details className="border-t border-line">
            <summary className="px-3 py-2 text-sm text-ink-2">Example</summary>
            <CodeBlock label="Example of an answer" text={JSON.stringify(operation.answerExample, null, 2)} />
          </details>
        )}
      </Panel>
      <p className="text-sm text-ink-3">Statuses: {operation.statuses.join(', ')}</p>
    </div>
  );
}

interface SnippetPanelProps extends Pick<OperationPanelProps, 'apiBase' | 'view'> {
  operation: ApiOperation;
}

function SnippetPanel({ operation, apiBase, view }: SnippetPanelProps) {
  const text = snippet(view.lang, operation, apiBase);
  return (
    <Panel
      title="Call"
      note="put a token of Profile → Tokens into YARDSTICK_TOKEN"
      actions={<CopyButton text={text} label="Copy the call" />}
    >
      <nav aria-label="Language" className={`${tabListStyles} px-3`}>
        {LANGUAGES.map((language) => (
          <Link
            key={language}
            to="."
            replace
            resetScroll={false}
            search={apiSearch.write({ ...view, lang: language }) as never}
            aria-current={view.lang === language ? 'page' : undefined}
            activeOptions={{ exact: true, includeSearch: true }}
            className={tabStyles}
          >
            {LANGUAGE_LABELS[language]}
          </Link>
        ))}
      </nav>
      <CodeBlock label={`Call in ${LANGUAGE_LABELS[view.lang]}`} text={text} />
    </Panel>
  );
}
