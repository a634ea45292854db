import { clsx } from 'clsx';
import { Tabs as Radix } from 'radix-ui';
import type { ComponentProps } from 'react';
import { tabListStyles, tabStyles } from './link-tabs.tsx';

/** Tabs inside a panel or dialog. Tabs of a page are `LinkTabs`: they belong in the URL. */
export const Tabs = Radix.Root;
export const TabPanel = Radix.Content;

export function TabList({ className, ...props }: ComponentProps<typeof Radix.List>) {
  return <Radix.List className={clsx(tabListStyles, className)} {...props} />;
}

export function Tab({ className, ...props }: ComponentProps<typeof Radix.Trigger>) {
  return <Radix.Trigger className={clsx(tabStyles, className)} {...props} />;
}
