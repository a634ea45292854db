import { useNavigate, useRouter } from '@tanstack/react-router';
import { useEffect, useMemo } from 'react';
import { existingPages } from './nav-items.ts';
import { addShortcuts } from './shortcuts.ts';
import { useWorkspace } from './use-workspace.ts';

/** Binds `g` and a letter to each page of the navigation. */
export function useGoKeys(): void {
  const { orgId } = useWorkspace();
  const router = useRouter();
  const navigate = useNavigate();
  const pages = useMemo(() => existingPages(router.routesByPath), [router]);
  useEffect(
    () =>
      addShortcuts(
        pages.map((page) => ({
          keys: `g ${page.key}`,
          label: page.label,
          group: 'Go to',
          // One of the routes that exist, which the type of a list cannot say.
          run: () => void navigate({ to: page.path as '/w/$orgId/profile', params: { orgId } }),
        })),
      ),
    [pages, navigate, orgId],
  );
}
