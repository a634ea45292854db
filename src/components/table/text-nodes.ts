/** The texts within an element, in the order they stand in. */
export function* textNodes(element: Element): Generator<Node> {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) yield node;
}
