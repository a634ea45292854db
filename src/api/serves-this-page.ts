/** Whether the site still hands out the program that runs here; true where that cannot be told. */
export async function servesThisPage(signal?: AbortSignal): Promise<boolean> {
  const own = document.querySelector('script[type="module"][src]')?.getAttribute('src');
  if (own == null) return true;
  try {
    const response = await fetch('/', { cache: 'no-store', signal });
    return !response.ok || isServed(await response.text(), own);
  } catch {
    return true;
  }
}

/** Whether a start page loads the module `own`; true for a page that is no start page of this program. */
export function isServed(html: string, own: string): boolean {
  return !html.includes('id="root"') || html.includes(own.split('?')[0] ?? own);
}
