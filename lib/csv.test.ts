import { describe, expect, it } from 'vitest';
import { csvCell, toCsv } from './csv.ts';

describe('csvCell', () => {
  it.each([
    ['plain', 'plain'],
    ['a,b', '"a,b"'],
    ['say "hi"', '"say ""hi"""'],
    ['two\nlines', '"two\nlines"'],
    ['=SUM(A1)', "'=SUM(A1)"],
    ['+1', "'+1"],
    ['-1 (text)', "'-1 (text)"],
    ['@cmd', "'@cmd"],
    ['\tx', "'\tx"],
    ['\rx', '"\'\rx"'],
    ['=HYPERLINK("x","y")', '"\'=HYPERLINK(""x"",""y"")"'],
    ['', ''],
  ])('writes %j as %j', (given, expected) => {
    expect(csvCell(given)).toBe(expected);
  });

  it('keeps numbers as numbers, with full precision, and missing values empty', () => {
    expect(csvCell(-0.1234567890123)).toBe('-0.1234567890123');
    expect(csvCell(0)).toBe('0');
    expect(csvCell(null)).toBe('');
    expect(csvCell(undefined)).toBe('');
    expect(csvCell(Number.NaN)).toBe('');
    expect(csvCell(false)).toBe('false');
  });
});

describe('toCsv', () => {
  it('ends every line with CRLF, the header too, and starts with the header', () => {
    const columns = [
      { header: 'job', value: (row: { job: string; ms: number | null }) => row.job },
      { header: 'TTFT p50 (ms)', value: (row: { job: string; ms: number | null }) => row.ms },
    ];
    expect(
      toCsv(columns, [
        { job: 'a', ms: 12.5 },
        { job: 'b, c', ms: null },
      ]),
    ).toBe('job,TTFT p50 (ms)\r\na,12.5\r\n"b, c",\r\n');
    expect(toCsv(columns, [])).toBe('job,TTFT p50 (ms)\r\n');
  });
});
