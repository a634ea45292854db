/** What is to be read before the page is printed. */
const preparations = new Set<() => Promise<void>>();

/** Has `prepare` done before the page is printed by key or command; answers how to end that. */
export function beforePrinting(prepare: () => Promise<void>): () => void {
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== 'p' || event.altKey || event.shiftKey || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    void printPage();
  };
  preparations.add(prepare);
  window.addEventListener('keydown', onKey);
  return () => {
    preparations.delete(prepare);
    window.removeEventListener('keydown', onKey);
  };
}

/** Prints the page when all is there; what could not be read is left out. */
export async function printPage(): Promise<void> {
  await Promise.allSettled([...preparations].map((prepare) => prepare()));
  window.print();
}
