import { createElement, use, type ComponentType, type FunctionComponent } from 'react';
import { late } from './late.ts';

/** A component whose code is fetched when it is drawn, or before, by `load`. */
export type LazyPart<Props> = FunctionComponent<Props> & {
  /** Begins to fetch the code; once, and again after a failure. */
  readonly load: () => Promise<unknown>;
  /** The same for loaders of pages: a failure is told where the part is drawn. */
  readonly ahead: () => Promise<void>;
};

/**
 * A part that was fetched ahead is drawn at once, where React's own `lazy` waits for a promise even so, shows the outline,
 * and takes that away 300 ms later at the earliest. One that could not be fetched is fetched again when it is next drawn.
 */
export function lazyPart<Module, Props extends object>(
  fetchPart: () => Promise<Module>,
  componentOf: (part: Module) => ComponentType<Props>,
): LazyPart<Props> {
  const part = late(async () => componentOf(await fetchPart()));
  const Part = (props: Props) => createElement(part.now() ?? use(part.loadToDraw()), props);
  return Object.assign(Part, { load: part.load, ahead: () => part.load().then(noop, noop) });
}

const noop = (): void => undefined;
