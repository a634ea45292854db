const FORMAT = new Intl.NumberFormat('en-US');

/**
 * A number with thousands separators and at most three decimals: "1,204". The format is made once: where it is not at
 * hand, Chromium makes one for every `toLocaleString`, which takes thirty times what printing does.
 */
export const grouped = (value: number | bigint): string => FORMAT.format(value);
