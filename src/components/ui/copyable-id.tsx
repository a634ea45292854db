import { CopyButton } from './copy-button.tsx';

/** An id a person may need elsewhere: shown short, copied whole. */
export function CopyableId({ id, label }: { id: string | number; label: string }) {
  const text = String(id);
  return (
    <span className="inline-flex items-center gap-1">
      {label}{' '}
      <code className="font-mono text-xs text-ink-2" title={text}>
        {text.length > 12 ? text.slice(0, 8) : text}
      </code>
      <CopyButton text={text} label={`Copy ${label} ${text}`} />
    </span>
  );
}
