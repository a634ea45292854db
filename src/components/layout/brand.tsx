/** The mark and the name. */
export function Brand() {
  return (
    <span className="flex items-center gap-2 text-base font-[650] tracking-[-0.01em] text-ink">
      <svg aria-hidden viewBox="0 0 18 10" width="18" height="10" fill="none" stroke="currentColor">
        <rect x="0.75" y="0.75" width="16.5" height="8.5" rx="1.5" strokeWidth="1.5" />
        <path d="M4.5 9V5.5M8 9V7M11.5 9V5.5M14.5 9V7" />
      </svg>
      Yardstick
    </span>
  );
}
