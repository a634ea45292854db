import { clsx } from 'clsx';
import { Fragment, type ReactNode } from 'react';
import { NO_VALUE } from './no-value.ts';

interface KeyValueProps {
  items: readonly { label: ReactNode; value: ReactNode; title?: string }[];
  className?: string;
}

/** Names and values in two columns. A missing value prints as "—". */
export function KeyValue({ items, className }: KeyValueProps) {
  return (
    <dl
      className={clsx('grid grid-cols-[minmax(96px,auto)_minmax(0,1fr)] gap-x-4 gap-y-1 text-sm', className)}
    >
      {items.map((item, index) => (
        <Fragment key={index}>
          <dt className="text-ink-3">{item.label}</dt>
          <dd className="min-w-0 break-words" title={item.title}>
            {item.value ?? NO_VALUE}
          </dd>
        </Fragment>
      ))}
    </dl>
  );
}

interface FiguresProps {
  items: readonly { label: ReactNode; value: ReactNode; detail?: ReactNode; title?: string }[];
}

/** The few figures that matter, in rows of equal cells. */
export function Figures({ items }: FiguresProps) {
  return (
    <div className="overflow-hidden">
      {/* Each cell has a line at its right and below; the outermost are cut off. */}
      <dl className="-mr-px -mb-px grid grid-cols-[repeat(auto-fit,minmax(176px,1fr))]">
        {items.map((item, index) => (
          <div key={index} className="border-r border-b border-line px-3 py-2.5" title={item.title}>
            <dt className="text-xs text-ink-3">{item.label}</dt>
            <dd className="mt-0.5 text-xl font-[580] tracking-[-0.015em]">
              {item.value ?? NO_VALUE}
              {item.detail !== undefined && (
                <small className="ml-1.5 text-xs font-normal tracking-normal text-ink-3">{item.detail}</small>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
