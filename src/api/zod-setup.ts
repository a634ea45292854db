import { config, type core } from 'zod';

/**
 * Sets zod up for the browser; called before anything is parsed. `jitless`: zod would compile parsers with
 * `new Function`, which a strict content security policy refuses and reports.
 */
export function setUpZod(): void {
  config({ jitless: true, localeError: (issue) => messageOf(issue) });
}

/** What a form says where a schema names no message of its own. */
export function messageOf(issue: core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined || issue.input === null || issue.input === '') return 'Fill this in.';
      // A number that is refused as one has a fraction.
      if (issue.expected === 'int' && Number.isFinite(issue.input)) return 'Enter a whole number.';
      return issue.expected === 'number' || issue.expected === 'int'
        ? 'Enter a number.'
        : `Expected ${issue.expected}.`;
    case 'invalid_value':
      return `Choose one of ${issue.values.map(String).join(', ')}.`;
    case 'too_small':
      if (issue.origin === 'string') {
        return issue.minimum === 1 ? 'Fill this in.' : `At least ${String(issue.minimum)} characters.`;
      }
      return `${issue.inclusive === false ? 'More than' : 'At least'} ${String(issue.minimum)}${itemsOf(issue.origin)}.`;
    case 'too_big':
      if (issue.origin === 'string') return `At most ${String(issue.maximum)} characters.`;
      return `${issue.inclusive === false ? 'Less than' : 'At most'} ${String(issue.maximum)}${itemsOf(issue.origin)}.`;
    case 'invalid_format':
      return `Not a valid ${issue.format}.`;
    case 'not_multiple_of':
      return `Must be a multiple of ${String(issue.divisor)}.`;
    case 'unrecognized_keys':
      return `Unknown: ${issue.keys.join(', ')}.`;
    default:
      return 'Not valid.';
  }
}

function itemsOf(origin: string): string {
  return origin === 'array' || origin === 'set' ? ' items' : '';
}
