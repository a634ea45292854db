/** What may lie over the page. */
export type Overlay = 'palette' | 'keys' | 'nav';
