/** One point of a benchmark: requests in flight, input and output tokens. */
export interface Scenario {
  readonly concurrency: number;
  readonly isl: number;
  readonly osl: number;
}

/** Largest concurrency (requests) and length (tokens) that a scenario may have. */
export const MAX_SCENARIO_CONCURRENCY = 16_384;
export const MAX_SCENARIO_TOKENS = 16_777_216;

/** No leading zeros: one scenario has one code. */
const FORM = /^c([1-9]\d{0,4})-isl([1-9]\d{0,7})-osl([1-9]\d{0,7})$/;

/** Reads `c<CONC>-isl<ISL>-osl<OSL>`; null for any other text. Source: control-plane API, `p_scenario_code`. */
export function parseScenarioCode(code: string): Scenario | null {
  const match = FORM.exec(code);
  if (match === null) return null;
  const scenario = { concurrency: Number(match[1]), isl: Number(match[2]), osl: Number(match[3]) };
  return isScenario(scenario) ? scenario : null;
}

/** The code of a scenario. Throws RangeError for numbers that no scenario may have. */
export function printScenarioCode(scenario: Scenario): string {
  if (!isScenario(scenario)) throw new RangeError('a scenario has whole numbers from 1 to its limits');
  return `c${scenario.concurrency}-isl${scenario.isl}-osl${scenario.osl}`;
}

function isScenario({ concurrency, isl, osl }: Scenario): boolean {
  const within = (value: number, max: number) => Number.isInteger(value) && value >= 1 && value <= max;
  return (
    within(concurrency, MAX_SCENARIO_CONCURRENCY) &&
    within(isl, MAX_SCENARIO_TOKENS) &&
    within(osl, MAX_SCENARIO_TOKENS)
  );
}
