import { describe, expect, it } from 'vitest';
import { formatMetric, type MetricKey } from '#contract/metrics.ts';
import { grouped } from '#lib/grouped.ts';
import { exactTime } from '#src/components/ui/relative-time.tsx';
import { shownNumber, typedNumber, typedTime, valuesShownAs } from './typed-values.ts';

const local = (...parts: [number, number, number?, number?, number?, number?]) =>
  new Date(...(parts as [number, number])).getTime();

describe('a time as it is typed', () => {
  it('is the month, day, minute or second that it names, in the zone that is shown', () => {
    expect(typedTime('2026-11-27')).toEqual({ from: local(2026, 10, 27), to: local(2026, 10, 28) });
    expect(typedTime('2026-12')).toEqual({ from: local(2026, 11, 1), to: local(2027, 0, 1) });
    expect(typedTime('2026-12-31 23:59')).toEqual({
      from: local(2026, 11, 31, 23, 59),
      to: local(2027, 0, 1),
    });
    expect(typedTime('2026-11-27T10:20:30')).toEqual({
      from: local(2026, 10, 27, 10, 20, 30),
      to: local(2026, 10, 27, 10, 20, 31),
    });
    expect(typedTime('nov 7, 2026')).toEqual({ from: local(2026, 10, 7), to: local(2026, 10, 8) });
    expect(typedTime('September 1, 2026, 12:05 am')).toEqual({
      from: local(2026, 8, 1, 0, 5),
      to: local(2026, 8, 1, 0, 6),
    });
  });

  it('is read as it is printed', () => {
    const at = local(2026, 10, 27, 22, 4, 5);
    expect(typedTime(exactTime(at))).toEqual({ from: at, to: at + 1000 });
    expect(typedTime(exactTime(at).toLowerCase())).toEqual({ from: at, to: at + 1000 });
  });

  it('is none where the calendar has none or the text is another', () => {
    for (const text of [
      '2026-02-30',
      '2026-13',
      '2026-11-27 25:00',
      '2026',
      '8123',
      'vemb 3, 2026',
      'nov',
      '',
    ])
      expect([text, typedTime(text)]).toEqual([text, null]);
  });
});

describe('a number as it is typed and as it is shown', () => {
  it('may have what stands between thousands', () => {
    expect(['8123', '8,123', '0.50', '1e3', '-2'].map(typedNumber)).toEqual([8123, 8123, 0.5, 1000, -2]);
    expect(['', 'c64', '2026-11-27', 'Infinity'].map(typedNumber)).toEqual([null, null, null, null]);
    expect(['8,123', '-0.50', '99.5'].map(shownNumber)).toEqual([8123, -0.5, 99.5]);
    expect(['', '—', '12 min', '1.2 kW', 'n/a'].map(shownNumber)).toEqual([null, null, null, null, null]);
  });

  const metric = (key: MetricKey) => (value: number) => shownNumber(formatMetric(key, value));

  it('stands for all values that are rounded to it, to the last bit', () => {
    const whole = valuesShownAs(metric('tokens_per_sec'), 1235);
    expect(whole?.least).toBe(1234.5);
    expect(whole?.most).toBeCloseTo(1235.5, 9);
    expect(whole?.most).toBeLessThan(1235.5);
    // Three digits of a small number, four of a share that is shown as a percentage.
    expect(valuesShownAs(metric('ttft_p50_ms'), 12.3)?.least).toBeCloseTo(12.25, 9);
    expect(valuesShownAs(metric('ttft_p50_ms'), 12.3)?.most).toBeCloseTo(12.35, 9);
    expect(valuesShownAs(metric('success_rate'), 99.5)?.least).toBeCloseTo(0.994_95, 9);
    expect(valuesShownAs(metric('success_rate'), 99.5)?.most).toBeCloseTo(0.995_05, 9);
    for (const [key, wanted] of [
      ['tokens_per_sec', 1235],
      ['ttft_p50_ms', 0.001_23],
      ['success_rate', 99.5],
    ] as const) {
      const { least = Number.NaN, most = Number.NaN } = valuesShownAs(metric(key), wanted) ?? {};
      const shown = metric(key);
      expect([shown(least), shown((least + most) / 2), shown(most)]).toEqual([wanted, wanted, wanted]);
      expect(shown(least * (1 - 1e-12))).toBeLessThan(wanted);
      expect(shown(most * (1 + 1e-12))).toBeGreaterThan(wanted);
    }
  });

  it('stands for itself in whole numbers, also for none and below', () => {
    const id = (value: number) => shownNumber(grouped(value));
    const { least = 0, most = 0 } = valuesShownAs(id, 8123) ?? {};
    expect([Math.ceil(least), Math.floor(most)]).toEqual([8123, 8123]);
    const none = valuesShownAs(id, 0);
    expect([Math.ceil(none?.least ?? 1), Math.floor(none?.most ?? 1)]).toEqual([-0, 0]);
    expect(valuesShownAs(metric('ttft_p50_ms'), 0)).toEqual({ least: 0, most: 0 });
    expect(Math.ceil(valuesShownAs(id, -7)?.least ?? 0)).toBe(-7);
  });

  it('stands for nothing where it has more digits than are shown, or no number is', () => {
    expect(valuesShownAs(metric('tokens_per_sec'), 1234.567)).toBeNull();
    expect(valuesShownAs(metric('ttft_p50_ms'), 12.34)).toBeNull();
    expect(valuesShownAs(() => null, 3)).toBeNull();
  });
});
