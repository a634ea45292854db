/** Of how many rows it is known whether they differ, where that is not all of them. */
export function readPart(read: number, count: number): string {
  const number = (rows: number) => rows.toLocaleString('en-US');
  return read < count ? ` in the ${number(read)} of ${number(count)} rows read` : '';
}
