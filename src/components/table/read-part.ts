import { counted } from '#src/components/ui/counted.ts';

/** Of how many rows it is known whether they differ, where that is not all of them. */
export const readPart = (read: number, count: number): string =>
  read < count ? ` in the ${counted(read, 'row')} read` : '';
