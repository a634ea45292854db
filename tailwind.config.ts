import type { Config } from 'tailwindcss';

const token = (name: string) => `var(--${name})`;

/** Tokens only: colours and sizes outside this list do not exist as classes. Values are set in src/styles.css. */
export default {
  content: [],
  theme: {
    colors: {
      transparent: 'transparent',
      current: 'currentColor',
      ...Object.fromEntries(
        [
          'ground',
          'surface',
          'raised',
          'line',
          'line-strong',
          'ink',
          'ink-2',
          'ink-3',
          'accent',
          'accent-soft',
          'on-accent',
          'good',
          'good-soft',
          'warn',
          'warn-soft',
          'bad',
          'bad-soft',
          'scrim',
        ].map((name) => [name, token(name)]),
      ),
    },
    fontFamily: {
      sans: ['Inter', 'system-ui', 'sans-serif'],
      mono: ['JetBrains Mono', 'ui-monospace', 'monospace'],
    },
    fontSize: {
      '2xs': ['11px', '16px'],
      xs: ['12px', '16px'],
      sm: ['13px', '20px'],
      base: ['14px', '20px'],
      lg: ['16px', '22px'],
      xl: ['20px', '26px'],
    },
    borderRadius: { none: '0', sm: '3px', DEFAULT: '4px', full: '9999px' },
    boxShadow: { none: 'none', overlay: '0 8px 24px -8px var(--shadow)' },
    transitionDuration: { DEFAULT: '120ms' },
  },
} satisfies Config;
