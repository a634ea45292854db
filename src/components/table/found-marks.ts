import { useLayoutEffect } from 'react';
import { foundPlaces } from './found-places.ts';
import { textNodes } from './text-nodes.ts';

/** Marks what is found within cells without touching what they draw (CSS custom highlights; older browsers mark the cell only). */
const marks = typeof Highlight === 'undefined' || typeof CSS === 'undefined' ? null : new Highlight();
const NAME = 'found';

/** Marks `needle` in the cells below `scroller` that say they hold it, after each change of them and before it is painted. */
export function useFoundMarks(scroller: HTMLElement | null, needle: string): void {
  useLayoutEffect(() => {
    if (marks === null || needle === '' || scroller === null) return;
    CSS.highlights.set(NAME, marks);
    let own: Range[] = [];
    const clear = () => {
      for (const range of own) marks.delete(range);
    };
    const mark = () => {
      clear();
      own = [...scroller.querySelectorAll('td[data-found]')].flatMap((cell) => rangesIn(cell, needle));
      for (const range of own) marks.add(range);
    };
    const observer = new MutationObserver(mark);
    observer.observe(scroller, {
      childList: true,
      subtree: true,
      characterData: true,
      attributes: true,
      attributeFilter: ['data-found'],
    });
    mark();
    return () => {
      observer.disconnect();
      clear();
    };
  }, [scroller, needle]);
}

function rangesIn(cell: Element, needle: string): Range[] {
  const ranges: Range[] = [];
  for (const node of textNodes(cell)) {
    for (const [from, to] of foundPlaces(node.nodeValue ?? '', needle)) {
      const range = document.createRange();
      range.setStart(node, from);
      range.setEnd(node, to);
      ranges.push(range);
    }
  }
  return ranges;
}
