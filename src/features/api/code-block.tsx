/** Text of a program; scrolls by keyboard too. */
export function CodeBlock({ label, text }: { label: string; text: string }) {
  return (
    <pre
      tabIndex={0}
      role="group"
      aria-label={label}
      className="max-h-96 overflow-auto p-3 font-mono text-xs leading-4.5 -outline-offset-2!"
    >
      {text}
    </pre>
  );
}
