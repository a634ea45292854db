import { NO_VALUE } from './no-value.ts';

const AMOUNT = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 3 });
const MONEY = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });

/** Hours, energy and the like to three significant figures: "1,230", "0.0417"; "—" where it is not known. */
export const amountText = (amount: number | null): string =>
  amount === null ? NO_VALUE : AMOUNT.format(amount);

/** US dollars and cents: "$1,234.50"; "—" where it is not known. */
export const moneyText = (usd: number | null): string => (usd === null ? NO_VALUE : MONEY.format(usd));
