/**
 * As the system, light, dark, and both in high contrast: kept in this browser, set before the first paint by
 * public/theme.js by the same rule.
 */
export const THEMES = ['system', 'light', 'dark', 'high contrast light', 'high contrast dark'] as const;
export type Theme = (typeof THEMES)[number];

const KEY = 'yardstick.theme';
const PREFERS_DARK = '(prefers-color-scheme: dark)';
const PREFERS_CONTRAST = '(prefers-contrast: more)';
const listeners = new Set<() => void>();
let unsaved: Theme | null = null;

export function currentTheme(): Theme {
  if (unsaved !== null) return unsaved;
  try {
    const stored = localStorage.getItem(KEY);
    return THEMES.find((theme) => theme === stored) ?? 'system';
  } catch {
    return 'system';
  }
}

export function setTheme(theme: Theme): void {
  try {
    localStorage.setItem(KEY, theme);
  } catch {
    // Storage refused: the choice holds until the page is closed.
    unsaved = theme;
  }
  applyTheme();
  for (const listener of listeners) listener();
}

export function subscribeTheme(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Follows the system while no theme is chosen, and other tabs. Called once, when the application starts. */
export function startTheme(): void {
  const follow = () => {
    applyTheme();
    for (const listener of listeners) listener();
  };
  for (const query of [PREFERS_DARK, PREFERS_CONTRAST]) matchMedia(query).addEventListener('change', follow);
  window.addEventListener('storage', (event) => {
    if (event.key === KEY) follow();
  });
}

/** What `<html>` says of a theme: light or dark, and whether contrast is raised. Whoever asks the system for more gets more. */
export function themeAttributes(
  theme: Theme,
  system: { dark: boolean; contrast: boolean },
): { theme: 'light' | 'dark'; contrast: 'more' | 'usual' } {
  const isDark = theme === 'system' ? system.dark : theme.endsWith('dark');
  return {
    theme: isDark ? 'dark' : 'light',
    contrast: theme.startsWith('high') || system.contrast ? 'more' : 'usual',
  };
}

function applyTheme(): void {
  const system = { dark: matchMedia(PREFERS_DARK).matches, contrast: matchMedia(PREFERS_CONTRAST).matches };
  Object.assign(document.documentElement.dataset, themeAttributes(currentTheme(), system));
}
