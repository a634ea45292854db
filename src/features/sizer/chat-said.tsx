/** What a person said. */
export function Said({ text }: { text: string }) {
  return (
    <p className="max-w-[90%] justify-self-end rounded bg-accent-soft px-2.5 py-1.5 text-sm break-words whitespace-pre-wrap">
      <span className="sr-only">You: </span>
      {text}
    </p>
  );
}
