import type { ReactNode } from 'react';

/** What a chart has to show; `ready` with no value at all is shown as empty. */
export type ChartState =
  | { readonly kind: 'ready' }
  | { readonly kind: 'loading' }
  | { readonly kind: 'empty'; readonly message: string; readonly action?: ReactNode }
  | { readonly kind: 'filtered-empty'; readonly onClear: () => void }
  | {
      readonly kind: 'error';
      readonly message: string;
      readonly hint?: string | null;
      readonly requestId?: string | null;
      readonly onRetry?: () => void;
    };

/** Fills the place of a plot, at its height, with why there is none and what to do. */
export function ChartStateNotice({
  state,
  height,
}: {
  readonly state: Exclude<ChartState, { kind: 'ready' }>;
  readonly height: number;
}) {
  return (
    <div
      className="grid place-content-center justify-items-center gap-2 px-6 text-center text-sm text-ink-2"
      style={{ minHeight: height }}
      role={state.kind === 'error' ? 'alert' : 'status'}
    >
      <Notice state={state} />
    </div>
  );
}

function Notice({ state }: { readonly state: Exclude<ChartState, { kind: 'ready' }> }) {
  switch (state.kind) {
    case 'loading':
      return <p>Loading …</p>;
    case 'empty':
      return (
        <>
          <p>{state.message}</p>
          {state.action}
        </>
      );
    case 'filtered-empty':
      return (
        <>
          <p>No point passes the filters.</p>
          <Press label="Clear filters" onClick={state.onClear} />
        </>
      );
    case 'error':
      return (
        <>
          <p className="text-bad">{state.message}</p>
          {state.hint != null && <p>{state.hint}</p>}
          {state.requestId != null && (
            <p className="text-xs text-ink-3">
              Request <code className="font-mono select-all">{state.requestId}</code>
            </p>
          )}
          {state.onRetry && <Press label="Try again" onClick={state.onRetry} />}
        </>
      );
  }
}

function Press({ label, onClick }: { readonly label: string; readonly onClick: () => void }) {
  return (
    <button
      type="button"
      className="min-h-6 rounded border border-line-strong bg-surface px-2.5 py-1 text-sm font-medium text-ink hover:bg-raised"
      onClick={onClick}
    >
      {label}
    </button>
  );
}
