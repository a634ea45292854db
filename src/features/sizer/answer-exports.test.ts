import { readXlsx } from 'hucre/xlsx';
import { describe, expect, it } from 'vitest';
import { answerFixture } from './answer-fixture.ts';
import { answerPdf } from './answer-pdf.ts';
import { answerSheets, recommendationsCsv, type ExportSource } from './answer-sheets.ts';
import { answerXlsx } from './answer-xlsx.ts';
import { wrapText } from './pdf-document.ts';

const response = answerFixture();
const source: ExportSource = {
  request: {
    fit: { modality_code: 'llm' },
    solve_for: 'sizing_plan',
    features: {
      display_model: '=Llama',
      conc: 64,
      isl: 2000,
      osl: 500,
      allowed_gpu_models: ['h200-sxm', 'mi300x'],
    },
  },
  response,
  shown: response.primary_recommendation,
  at: '2026-11-28T04:05:06.000Z',
};

describe('sheets of an answer', () => {
  const sheets = new Map(answerSheets(source).map((sheet) => [sheet.name, sheet]));
  const column = (name: string, header: string) => {
    const sheet = sheets.get(name);
    const place = sheet?.headers.indexOf(header) ?? -1;
    return sheet?.rows.map((row) => row[place]);
  };

  it('hold the figures in full with their intervals, and nothing where there is none', () => {
    expect(column('Recommendations', 'Output (tokens/s)')).toEqual([2400.5, 2400.5]);
    expect(column('Recommendations', 'TTFT p50 (ms), 80 % low')).toEqual([250, null]);
    expect(column('Recommendations', 'Capex (USD)')).toEqual([318_400, null]);
    expect(column('Rejected', 'What would make it fit')).toEqual(['Allow 2 nodes.']);
  });

  it('mark guesses, and what is part of another price', () => {
    expect(column('Bill of materials', 'Guess')).toEqual(['', '', 'guess', '']);
    expect(column('Bill of materials', 'In another line')?.[1]).toBe('yes, not added');
    expect(column('Bill of materials', 'Total (USD)')?.[3]).toBeNull();
  });

  it('are written as a workbook with numbers as numbers, and text that is no formula', async () => {
    const book = await readXlsx(await (await answerXlsx(source)).arrayBuffer());
    expect(book.sheets.map(({ name }) => name)).toEqual([...sheets.keys()]);
    const rows = book.sheets[1]?.rows ?? [];
    const place = rows[0]?.indexOf('Capex (USD)') ?? -1;
    expect(rows[1]?.[place]).toBe(318_400);
    expect(rows[2]?.[place] ?? null).toBeNull();
    expect(book.sheets[0]?.rows.find(([name]) => name === 'Model')?.[1]).toBe('=Llama');
  });

  it('are a CSV whose rows say what was asked', () => {
    const [header, first] = recommendationsCsv(source).split('\r\n');
    expect(header).toContain('TTFT p50 (ms)');
    expect(header).toContain('Asked: Concurrency');
    expect(first).toContain('2400.5');
    expect(first).toContain("'=Llama");
  });
});

describe('the document', () => {
  const bytes = answerPdf(source);
  const text = new TextDecoder('latin1').decode(bytes);
  const words = [...text.matchAll(/<([0-9a-f]+)> Tj/g)]
    .map(([, hex = '']) =>
      (hex.match(/../g) ?? []).map((pair) => String.fromCharCode(parseInt(pair, 16))).join(''),
    )
    .join('\n');

  it('is a PDF whose table of places is true', () => {
    expect(text.startsWith('%PDF-1.4')).toBe(true);
    const start = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(text)?.[1]);
    expect(text.slice(start, start + 4)).toBe('xref');
    const places = [...text.slice(start).matchAll(/^(\d{10}) 00000 n/gm)].map(([, place]) => Number(place));
    expect(places.length).toBeGreaterThan(6);
    places.forEach((place, index) => {
      expect(text.slice(place, place + `${index + 1} 0 obj`.length)).toBe(`${index + 1} 0 obj`);
    });
    for (const [, length, content] of text.matchAll(/\/Length (\d+) >>\nstream\n(.*?)\nendstream/gs))
      expect(content?.length).toBe(Number(length));
  });

  it('tells request, plan, prices, what was rejected and what was assumed', () => {
    for (const part of [
      '=Llama',
      '8 \u00d7 NVIDIA H200 SXM',
      'HGX H200, 8 GPUs',
      '$318,400',
      '1 without a price',
      'guess',
      'included',
      'published',
      'Needs 2 nodes',
      'Allow 2 nodes.',
      'Load is kept under 80 %',
      'sizer-1a2b3c',
      'page 1 of',
    ])
      expect(words).toContain(part);
  });

  it('is the same for the same answer', () => {
    expect(answerPdf(source)).toEqual(bytes);
  });

  it('breaks lines within the width and cuts a word that is longer', () => {
    expect(wrapText('aa bb cc', 25, 9)).toEqual(['aa bb', 'cc']);
    expect(wrapText('mmmmmmmmmm', 30, 9).join('')).toBe('mmmmmmmmmm');
    expect(wrapText('mmmmmmmmmm', 30, 9)[0]).toBe('mmmm');
  });
});
