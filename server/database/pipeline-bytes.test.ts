import { describe, expect, it } from 'vitest';
import { encodePipeline } from './pipeline-bytes.ts';
import type { Step } from './session.ts';
import { StatementCache } from './statement-cache.ts';

const read: Step = { text: 'select $1', values: ['ä', null], rows: true, reuse: true };

/** Types and bodies of the messages, by the lengths they carry. */
function messagesOf(bytes: Buffer): [string, string][] {
  const messages: [string, string][] = [];
  for (let at = 0; at < bytes.length;) {
    const length = bytes.readInt32BE(at + 1);
    messages.push([
      bytes.toString('latin1', at, at + 1),
      bytes.subarray(at + 5, at + 1 + length).toString('hex'),
    ]);
    at += 1 + length;
  }
  return messages;
}

const hex = (text: string): string => Buffer.from(text).toString('hex');
const bind = `00${hex('s1')}000000000200000002${hex('ä')}ffffffff0000`;

describe('encodePipeline', () => {
  it('parses a statement once, and binds, describes and executes it under its name', () => {
    const cache = new StatementCache(10);
    expect(messagesOf(encodePipeline([read], cache))).toEqual([
      ['C', `${hex('Ss1')}00`],
      ['P', `${hex('s1')}00${hex('select $1')}000000`],
      ['B', bind],
      ['D', `${hex('P')}00`],
      ['E', '0000000000'],
      ['S', ''],
    ]);
    cache.confirm(read.text);
    expect(messagesOf(encodePipeline([read], cache)).map(([type]) => type)).toEqual(['B', 'D', 'E', 'S']);
  });

  it('has one Sync for all steps, and the unnamed statement for what is not kept', () => {
    const begin: Step = { text: 'begin', values: [], rows: false, reuse: false };
    const types = messagesOf(encodePipeline([begin, begin], new StatementCache(10))).map(([type]) => type);
    expect(types).toEqual(['P', 'B', 'E', 'P', 'B', 'E', 'S']);
  });

  it('carries long texts whole and keeps nothing of them', () => {
    const long = '€'.repeat(400_000);
    const step: Step = { text: 'select $1', values: [long], rows: false, reuse: false };
    const bytes = encodePipeline([step], new StatementCache(1));
    expect(bytes.includes(Buffer.from(long))).toBe(true);
    const after = encodePipeline([{ ...step, values: ['x'] }], new StatementCache(1));
    expect(messagesOf(after)[1]).toEqual(['B', `00000000000100000001${hex('x')}0000`]);
    // The first is untouched by the second: it may still be on its way.
    expect(bytes.includes(Buffer.from(long))).toBe(true);
  });

  it('refuses a NUL, which would end the text early', () => {
    const step: Step = { text: 'select 1\0; drop', values: [], rows: false, reuse: false };
    expect(() => encodePipeline([step], new StatementCache(1))).toThrow(RangeError);
  });
});
