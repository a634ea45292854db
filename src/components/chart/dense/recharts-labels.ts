import type { ReactNode } from 'react';

/**
 * Stands in for Recharts' text and labels in the browser build: `recharts-frame.tsx` writes the ticks itself and names
 * axes outside the chart, so what wraps, turns and places text around shapes is 7 kB gzipped that is never reached.
 */
export function Text(): never {
  throw new Error('Text of Recharts is not part of the browser build: give the axis a tick function');
}

const ANCHORS: readonly unknown[] = ['start', 'middle', 'end', 'inherit'];

export const isValidTextAnchor = (value: unknown): boolean => ANCHORS.includes(value);

export const CartesianLabelContextProvider = ({ children }: { readonly children?: ReactNode }): ReactNode =>
  children;

/** An axis of ours has no label of Recharts. */
export const CartesianLabelFromLabelProp = (): null => null;

export const isLabelContentAFunction = (content: unknown): boolean => typeof content === 'function';
