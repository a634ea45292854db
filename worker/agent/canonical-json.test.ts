import { expect, it } from 'vitest';
import { canonicalJson } from './canonical-json.ts';

it('writes the example of RFC 8785, section 3.2.2, as its section 3.2.3 gives it', () => {
  const text =
    '{"numbers":[333333333.33333329,1E30,4.50,2e-3,0.000000000000000000000000001],"string":"\\u20ac$\\u000F\\u000aA\'\\u0042\\u0022\\u005c\\\\\\"\\/","literals":[null,true,false]}';
  expect(canonicalJson(JSON.parse(text))).toBe(
    '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}',
  );
});

it('does not depend on the order of keys', () => {
  expect(canonicalJson({ b: { d: 1, c: [2] }, a: 'x' })).toBe('{"a":"x","b":{"c":[2],"d":1}}');
});
