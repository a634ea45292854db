import { useLayoutEffect, type RefObject } from 'react';

/** Marks what is found within cells without touching what they draw (CSS custom highlights; older browsers mark the cell only). */
const marks = typeof Highlight === 'undefined' || typeof CSS === 'undefined' ? null : new Highlight();
const NAME = 'found';

/** After each drawing, marks `needle` in the cells of `body` that say they hold it. */
export function useFoundMarks(body: RefObject<HTMLElement | null>, needle: string): void {
  useLayoutEffect(() => {
    if (marks === null || needle === '' || body.current === null) return;
    CSS.highlights.set(NAME, marks);
    const own = [...body.current.querySelectorAll('td[data-found]')].flatMap((cell) =>
      rangesIn(cell, needle),
    );
    for (const range of own) marks.add(range);
    return () => {
      for (const range of own) marks.delete(range);
    };
  });
}

function rangesIn(cell: Element, needle: string): Range[] {
  const ranges: Range[] = [];
  const walker = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const text = (node.nodeValue ?? '').toLowerCase();
    for (let at = text.indexOf(needle); at >= 0; at = text.indexOf(needle, at + needle.length)) {
      // Lower case may be longer than what it was made of; such a text is left to the mark of its cell.
      if (text.length !== node.nodeValue?.length) break;
      const range = document.createRange();
      range.setStart(node, at);
      range.setEnd(node, at + needle.length);
      ranges.push(range);
    }
  }
  return ranges;
}
