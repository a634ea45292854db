/** For tests: as much of a document as React asks for to draw nothing. */
export function emptyDocument() {
  const node = { nodeType: 9, nodeName: '#document', addEventListener: () => undefined, activeElement: null };
  const view = { document: node, HTMLIFrameElement: Map, event: undefined };
  Object.assign(node, { defaultView: view });
  const container = {
    nodeType: 1,
    nodeName: 'DIV',
    tagName: 'DIV',
    ownerDocument: node,
    addEventListener: () => undefined,
    textContent: '',
  };
  return { view, container: container as unknown as HTMLElement };
}
