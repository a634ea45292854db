/** Formats are made once: `toLocaleString` with options makes one for every number, thirty times what printing it takes. */
const formats = new Map<string, Intl.NumberFormat>();

function print(value: number, key: string, options: Intl.NumberFormatOptions): string {
  let format = formats.get(key);
  if (!format) formats.set(key, (format = new Intl.NumberFormat('en-US', options)));
  return format.format(value);
}

/** With at most `most` decimals and no fewer than `least`, and thousands separators: "1,234.5". */
export const decimals = (value: number, most: number, least = 0): string =>
  print(value, `${most}.${least}`, { maximumFractionDigits: most, minimumFractionDigits: least });

/** With at most `most` significant figures and thousands separators: "1,230", "0.0417". */
export const figures = (value: number, most: number): string =>
  print(value, `${most}`, { maximumSignificantDigits: most });
