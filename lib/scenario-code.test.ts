import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  MAX_SCENARIO_CONCURRENCY,
  MAX_SCENARIO_TOKENS,
  parseScenarioCode,
  printScenarioCode,
} from './scenario-code.ts';

const scenario = fc.record({
  concurrency: fc.integer({ min: 1, max: MAX_SCENARIO_CONCURRENCY }),
  isl: fc.integer({ min: 1, max: MAX_SCENARIO_TOKENS }),
  osl: fc.integer({ min: 1, max: MAX_SCENARIO_TOKENS }),
});
/** Texts near the form, most of them wrong. */
const nearCode = fc
  .array(fc.constantFrom('c', '-', 'isl', 'osl', '0', '1', '64', '1024', '99999', ' ', '\n', '+', 'C', '٣'), {
    maxLength: 12,
  })
  .map((parts) => parts.join(''));

describe('scenario codes', () => {
  it('reads and writes the form of the specification', () => {
    expect(parseScenarioCode('c64-isl1024-osl256')).toEqual({ concurrency: 64, isl: 1024, osl: 256 });
    expect(printScenarioCode({ concurrency: 64, isl: 1024, osl: 256 })).toBe('c64-isl1024-osl256');
  });

  it('reads back whatever it writes', () => {
    fc.assert(
      fc.property(scenario, (each) => {
        expect({ ...parseScenarioCode(printScenarioCode(each)) }).toEqual({ ...each });
      }),
    );
  });

  it('writes back whatever it reads', () => {
    fc.assert(
      fc.property(nearCode, (code) => {
        const parsed = parseScenarioCode(code);
        if (parsed !== null) expect(printScenarioCode(parsed)).toBe(code);
      }),
      { numRuns: 2000 },
    );
  });

  it.each([
    '',
    'c0-isl1-osl1',
    'c01-isl1-osl1',
    'c1-isl1',
    'c1-isl1-osl1 ',
    'c1-isl1-osl1\n',
    ' c1-isl1-osl1',
    'C1-ISL1-OSL1',
    'c-1-isl1-osl1',
    'c1.5-isl1-osl1',
    'c16385-isl1-osl1',
    'c1-isl16777217-osl1',
    'c1-isl1-osl99999999',
    'c1-osl1-isl1',
  ])('refuses %j', (code) => expect(parseScenarioCode(code)).toBeNull());

  it.each([0, -1, 1.5, Number.NaN, MAX_SCENARIO_CONCURRENCY + 1])(
    'writes no concurrency of %s',
    (concurrency) => expect(() => printScenarioCode({ concurrency, isl: 1, osl: 1 })).toThrow(RangeError),
  );
});
