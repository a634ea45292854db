import { SunMoon } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { IconButton } from '#src/components/ui/icon-button.tsx';
import { currentTheme, setTheme, subscribeTheme, THEMES } from './theme.ts';

/** Goes round: as the system, light, dark. */
export function ThemeButton() {
  const theme = useSyncExternalStore(subscribeTheme, currentTheme);
  const next = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length] ?? 'system';
  return (
    <IconButton label={`Theme: ${theme}. Change to ${next}`} onClick={() => setTheme(next)}>
      <SunMoon aria-hidden />
    </IconButton>
  );
}
