import { lazy, type ComponentType, type LazyExoticComponent } from 'react';

/** A component whose code is fetched when it is drawn, or before, by `load`. */
export type LazyPart<Props> = LazyExoticComponent<ComponentType<Props>> & {
  /** Begins to fetch the code; once, and again after a failure. */
  readonly load: () => Promise<unknown>;
  /** The same for loaders of pages: a failure is told where the part is drawn. */
  readonly ahead: () => Promise<void>;
};

/**
 * React's `lazy` for a part that may have been fetched ahead, which is then drawn at once. React's own waits for a
 * promise even so, shows the outline, and takes that away 300 ms later at the earliest.
 */
export function lazyPart<Module, Props>(
  fetchPart: () => Promise<Module>,
  componentOf: (part: Module) => ComponentType<Props>,
): LazyPart<Props> {
  interface Loaded {
    default: ComponentType<Props>;
  }
  let there: Loaded | undefined;
  let coming: Promise<Loaded> | undefined;
  const load = (): Promise<Loaded> =>
    (coming ??= fetchPart().then(
      (part) => (there = { default: componentOf(part) }),
      (error: unknown) => {
        coming = undefined;
        throw error;
      },
    ));
  return Object.assign(
    lazy(() => (there === undefined ? load() : (atOnce(there) as Promise<Loaded>))),
    { load, ahead: () => load().then(noop, noop) },
  );
}

const noop = (): void => undefined;

/** Answers whoever waits for it at once, which a promise never does. */
const atOnce = <Value>(value: Value): PromiseLike<Value> => ({
  then: (done) => {
    done?.(value);
    return undefined as never;
  },
});
