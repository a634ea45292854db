import { Link, useMatches } from '@tanstack/react-router';
import { Fragment } from 'react';
import { parseSearchText } from '#src/url/search-text.ts';

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** The page's name in the breadcrumb and the title of the window. Objects give theirs as `crumb` in loader data. */
    crumb?: string;
  }
}

/** A page above an object's page that is no parent of its route: loader data names them as `trail`. */
export interface TrailStep {
  readonly text: string;
  readonly path: string;
}

/** Where the page stands, from the routes that match, with the way back up to lists as they were left; also the title of the window. */
export function Breadcrumb() {
  const crumbs = useMatches({
    select: (matches) =>
      matches.flatMap((match) => {
        const text = loadedCrumb(match.loaderData) ?? match.staticData.crumb;
        return text === undefined ? [] : [...loadedTrail(match.loaderData), { text, path: match.pathname }];
      }),
    structuralSharing: true,
  });
  const last = crumbs.length - 1;
  return (
    <nav aria-label="Breadcrumb" className="min-w-0">
      <title>{['Yardstick', ...crumbs.map((crumb) => crumb.text)].reverse().join(' · ')}</title>
      <ol className="flex min-w-0 items-center gap-2">
        {crumbs.map((crumb, index) => (
          <Fragment key={crumb.path}>
            <li aria-hidden className="hidden sm:block">
              /
            </li>
            <li
              className={
                index === last
                  ? 'min-w-0 truncate font-medium text-ink'
                  : 'hidden max-w-40 min-w-0 truncate sm:block lg:shrink-0'
              }
            >
              {index === last ? (
                <span aria-current="page">{crumb.text}</span>
              ) : (
                <Link
                  to={crumb.path as '/'}
                  // What left-at.ts remembered of it.
                  search={parseSearchText(sessionStorage.getItem(`at ${crumb.path}`) ?? '') as never}
                  className="text-ink-3 no-underline hover:text-ink"
                >
                  {crumb.text}
                </Link>
              )}
            </li>
          </Fragment>
        ))}
      </ol>
    </nav>
  );
}

interface Loaded {
  readonly crumb?: unknown;
  readonly trail?: readonly TrailStep[];
}

/** The name that a page's loader gave for what it shows. */
export function loadedCrumb(data: unknown): string | undefined {
  const { crumb } = (data ?? {}) as Loaded;
  return typeof crumb === 'string' ? crumb : undefined;
}

/** The pages above it that the loader gave. */
export const loadedTrail = (data: unknown): readonly TrailStep[] => ((data ?? {}) as Loaded).trail ?? [];
