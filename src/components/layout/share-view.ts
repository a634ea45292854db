import { notify } from '#src/components/ui/toast.ts';

/** Opens the system's share sheet on a touch device that has one; elsewhere copies the address, and says so. */
export async function shareView(): Promise<void> {
  const url = window.location.href;
  // Absent in browsers that have no sheet, and on plain http, whatever the types say.
  const { share, clipboard } = navigator as Partial<Navigator>;
  if (share !== undefined && matchMedia('(pointer: coarse)').matches) {
    // Refused when the person closes the sheet: nothing to tell.
    await share.call(navigator, { title: document.title, url }).catch(() => undefined);
    return;
  }
  try {
    if (clipboard === undefined) throw new Error('no clipboard here');
    await clipboard.writeText(url);
    notify.success('Address copied', { description: 'It holds the whole view.' });
  } catch {
    notify.error('The browser refused to copy', {
      description: 'The address in the bar is the view: copy it there.',
    });
  }
}
