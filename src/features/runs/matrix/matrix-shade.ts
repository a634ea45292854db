/** Percent of the accent in the surface behind the least and the most of a matrix: text stays readable on both. */
const LEAST_SHADE = 4;
export const MOST_SHADE = 26;

/** The ground of a cell; `at` from 0 to 1. */
export const shadeColour = (at: number): string =>
  `color-mix(in oklab, var(--accent) ${(LEAST_SHADE + at * (MOST_SHADE - LEAST_SHADE)).toFixed(1)}%, var(--surface))`;
