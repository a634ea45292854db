import { Link, useMatches, useRouter } from '@tanstack/react-router';
import { LogOut } from 'lucide-react';
import { Fragment } from 'react';
import { IconButton } from '#src/components/ui/icon-button.tsx';
import { existingPages, isPartOf } from './nav-items.ts';
import { useWorkspace } from './use-workspace.ts';

/** The pages that exist, in groups; whose account it is and the way out below. */
export function NavList({ onNavigate, onSignOut }: { onNavigate?: () => void; onSignOut: () => void }) {
  const router = useRouter();
  const { orgId, user } = useWorkspace();
  const here = useMatches({ select: (matches) => matches.at(-1)?.fullPath ?? '' });
  const pages = existingPages(router.routesByPath);
  return (
    <>
      <nav aria-label="Pages" className="grid min-h-0 flex-1 content-start gap-px overflow-y-auto">
        {pages.map((page, index) => (
          <Fragment key={page.path}>
            {page.group !== undefined && page.group !== pages[index - 1]?.group && (
              <p className="px-2 pt-3.5 pb-1 text-2xs font-medium tracking-[0.02em] text-ink-3">
                {page.group}
              </p>
            )}
            <Link
              // One of the routes that exist, which the type of a list cannot say.
              to={page.path as '/w/$orgId/profile'}
              params={{ orgId }}
              onClick={onNavigate}
              activeOptions={{ includeSearch: false }}
              // The router says `page` where the address is below the item's.
              aria-current={isPartOf(page, here) ? 'true' : undefined}
              className="rounded px-2 py-[5px] text-sm text-ink-2 no-underline hover:bg-raised aria-[current]:bg-accent-soft aria-[current]:font-medium aria-[current]:text-accent pointer-coarse:py-2"
            >
              {page.label}
            </Link>
          </Fragment>
        ))}
      </nav>
      <div className="mt-2 flex items-center gap-1 border-t border-line pt-2 pl-2">
        <div className="min-w-0 flex-1">
          <p className="truncate text-sm">{user.display_name}</p>
          <p className="truncate text-xs text-ink-3" title={user.email}>
            {user.email}
          </p>
        </div>
        <IconButton label="Sign out" onClick={onSignOut}>
          <LogOut aria-hidden />
        </IconButton>
      </div>
    </>
  );
}
