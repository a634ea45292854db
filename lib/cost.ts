/** Hours of an average month (365.25 days / 12). */
export const HOURS_PER_MONTH = 730.5;

/**
 * What a million tokens cost, USD: the price of the deployment's hour over the tokens of an hour in which it works `utilisation` (0 to 1) of the time
 * at `tokensPerSec`. Null where price, rate or utilisation is missing or not above zero.
 */
export function usdPerMillionTokens(
  tokensPerSec: number | null,
  usdPerHour: number | null,
  utilisation = 1,
): number | null {
  if (tokensPerSec === null || usdPerHour === null) return null;
  if (!(tokensPerSec > 0) || !(usdPerHour > 0) || !(utilisation > 0)) return null;
  return (usdPerHour / (tokensPerSec * 3600 * utilisation)) * 1e6;
}

/** Owning one GPU against renting it. Money in USD. */
export interface OwnOrRent {
  /** Price of one GPU with its share of the server. */
  readonly capexUsd: number;
  /** What it draws, all in, kW. */
  readonly powerKw: number;
  readonly usdPerKwh: number;
  /** Housing, USD a kW and month; 0: not counted. */
  readonly housingUsdPerKwMonth: number;
  readonly rentUsdPerHour: number;
  /** Share of the time that it is rented; an owned one is there all the time, and draws power in the same share. */
  readonly utilisation: number;
}

/** Running costs of an owned GPU a month, USD: electricity while it works, housing always. */
export function ownMonthlyUsd({ powerKw, usdPerKwh, housingUsdPerKwMonth, utilisation }: OwnOrRent): number {
  return powerKw * (usdPerKwh * HOURS_PER_MONTH * utilisation + housingUsdPerKwMonth);
}

/** Months after which owning has cost less than renting by the hour; null where it never does. */
export function breakEvenMonths(case_: OwnOrRent): number | null {
  const saved = case_.rentUsdPerHour * HOURS_PER_MONTH * case_.utilisation - ownMonthlyUsd(case_);
  return saved > 0 ? case_.capexUsd / saved : null;
}
