import { Cursor } from './cursor.ts';

/** A list of columns such as `columns=a,"b c"`; null when the parameter is not there, empty for an empty one. */
export function parseNames(parameter: string, text: string | undefined): string[] | null {
  if (text === undefined) return null;
  if (text.trim() === '') return [];
  const cursor = new Cursor(parameter, text);
  const names: string[] = [];
  do {
    names.push(cursor.name());
    cursor.skipSpaces();
  } while (cursor.take(','));
  if (!cursor.isAtEnd) throw cursor.error('"," expected');
  return [...new Set(names)];
}
