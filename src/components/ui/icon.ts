import { createElement, type ComponentProps, type FunctionComponent } from 'react';

/**
 * An icon of lucide as one path, 24 by 24. The production build puts it in place of lucide's own components, which
 * draw the same from many times the code (vite.config.ts; `iconPath` says how).
 */
export function icon(d: string): FunctionComponent<ComponentProps<'svg'>> {
  return (props) =>
    createElement(
      'svg',
      {
        width: 24,
        height: 24,
        viewBox: '0 0 24 24',
        fill: 'none',
        stroke: 'currentColor',
        strokeWidth: 2,
        strokeLinecap: 'round',
        strokeLinejoin: 'round',
        ...props,
      },
      createElement('path', { d }),
    );
}
