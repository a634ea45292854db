interface ProgressBarProps {
  /** 0 to 1; null while nobody knows. */
  value: number | null;
  label: string;
}

/** How far something is. */
export function ProgressBar({ value, label }: ProgressBarProps) {
  const percent = value === null ? null : Math.round(Math.min(1, Math.max(0, value)) * 100);
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      {...(percent !== null && { 'aria-valuenow': percent })}
      className="h-1.5 overflow-hidden rounded-full bg-raised"
    >
      <div
        className={
          percent === null ? 'h-full w-1/4 animate-wait bg-accent' : 'h-full bg-accent transition-[width]'
        }
        style={percent === null ? undefined : { width: `${percent}%` }}
      />
    </div>
  );
}
