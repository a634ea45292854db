import { expect, it } from 'vitest';
import { amountText, moneyText } from './amount-text.ts';

it('prints amounts to three figures and money to the cent; what is not known is no 0', () => {
  expect([1234.5, 3.14159, 0.041666, 0].map(amountText)).toEqual(['1,230', '3.14', '0.0417', '0']);
  expect([1234.5, 0].map(moneyText)).toEqual(['$1,234.50', '$0.00']);
  expect([amountText(null), moneyText(null)]).toEqual(['—', '—']);
});
