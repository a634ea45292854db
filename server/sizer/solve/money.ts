/** Hours of a year. */
export const HOURS_PER_YEAR = 8_760;
const SECONDS_PER_YEAR = HOURS_PER_YEAR * 3_600;

/** Worth after 36 months as a share of the price: middle of the 25 to 35 % of the sizing design (2.9), one source of low quality. */
const RESIDUAL_AT_3_YEARS = 0.3;

/** Default USD a kilowatt-hour: the sizing design found 0.06 to 0.12. */
export const DEFAULT_USD_PER_KWH = 0.1;

/** Hardware support a year as a share of capex. Our assumption. */
export const SUPPORT_SHARE_PER_YEAR = 0.03;

/** What the hardware is worth after `years`, percent of its price: 30 % after three years, the same loss each year. */
export function residualPct(years: number): number {
  return 100 * RESIDUAL_AT_3_YEARS ** (years / 3);
}

/** TCO = capex + years · opex − residual · capex, USD. */
export function totalCost(
  capexUsd: number,
  opexAnnualUsd: number,
  years: number,
  residualPercent: number,
): number {
  return capexUsd + years * opexAnnualUsd - (residualPercent / 100) * capexUsd;
}

/** Cost of a million output tokens, USD, at `tokensPerSec` day and night over the horizon. */
export function usdPerMillionTokens(tcoUsd: number, years: number, tokensPerSec: number): number | null {
  if (tokensPerSec <= 0) return null;
  return (tcoUsd / (tokensPerSec * SECONDS_PER_YEAR * years)) * 1e6;
}

/** (1 + g)^years: load at the horizon over today's. */
export function growthFactor(growthPct: number, years: number): number {
  return (1 + growthPct / 100) ** years;
}

/** Electricity of a year, USD. `kw` contains cooling and losses already: never times PUE again. */
export function energyUsdPerYear(kw: number, usdPerKwh: number): number {
  return kw * HOURS_PER_YEAR * usdPerKwh;
}
