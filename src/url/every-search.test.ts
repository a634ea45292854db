import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SearchDefinition, Shape } from './search.ts';

/** Every page's search parameters: whoever adds a page is found by the name of the file. */
const modules = import.meta.glob<Record<string, unknown>>('../features/*/*-search.ts', { eager: true });

function isDefinition(value: unknown): value is SearchDefinition<Shape> {
  return (
    typeof value === 'object' && value !== null && 'shape' in value && 'read' in value && 'write' in value
  );
}
const definitions = Object.entries(modules).flatMap(([file, exports]) =>
  Object.entries(exports).flatMap(([name, value]): [string, SearchDefinition<Shape>][] =>
    isDefinition(value) ? [[`${file.split('/').at(-1) ?? ''} ${name}`, value]] : [],
  ),
);

/** Texts that people and programs put into addresses: numbers, words, lists, nonsense. */
const anyText = fc.oneof(
  fc.string(),
  fc.integer().map(String),
  fc.double({ noNaN: true }).map(String),
  fc.constantFrom(
    '',
    '0',
    '1',
    'none',
    '-created_at',
    'created_at',
    'a,b',
    '%',
    '%2C',
    'a:eq:1',
    '{}',
    'null',
    '__proto__',
  ),
  fc.array(fc.string()).map((items) => items.join(',')),
);

describe('the address is the view', () => {
  it('holds for every page', () => {
    expect(definitions.length).toBeGreaterThanOrEqual(15);
  });

  it.each(definitions)(
    '%s: any address is understood, and what it is understood as survives the round trip',
    (_, definition) => {
      const names = Object.keys(definition.shape);
      const address = fc.dictionary(fc.constantFrom(...names, 'unknown'), anyText);
      fc.assert(
        fc.property(address, (raw) => {
          const state = definition.read(raw);
          const written = definition.write(state);
          expect(definition.read(written)).toEqual(state);
          // Written once more it is the same text: a link that is opened and shared again stays as it is.
          expect(definition.write(definition.read(written))).toEqual(written);
          // What the router keeps of an address is what the page reads of it.
          expect(definition.read(definition.validate(raw))).toEqual(state);
        }),
        { numRuns: 200 },
      );
    },
  );

  it.each(definitions)('%s: what is the default is not written', (_, definition) => {
    expect(definition.write(definition.read({}))).toEqual({});
  });
});
