/** System, light or dark: kept in this browser, set before the first paint by public/theme.js by the same rule. */
export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

const KEY = 'yardstick.theme';
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
  window.matchMedia('(prefers-color-scheme: dark)').addEventListener('change', follow);
  window.addEventListener('storage', (event) => {
    if (event.key === KEY) follow();
  });
}

function applyTheme(): void {
  const theme = currentTheme();
  const isDark =
    theme === 'dark' || (theme === 'system' && window.matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.dataset['theme'] = isDark ? 'dark' : 'light';
}
