import { z } from 'zod';
import { grouped } from '#lib/grouped.ts';
import { readNumber } from './number-text.ts';

/** A text field that holds a number by `schema`; empty text is undefined, so an optional schema makes it optional. */
export function numberText<Schema extends z.ZodType>(schema: Schema) {
  return z.string().transform((text, context): z.output<Schema> => {
    const value = readNumber(text);
    const parsed = schema.safeParse(value);
    if (parsed.success) return parsed.data;
    context.addIssue({ code: 'custom', message: messageOf(parsed.error.issues[0], value) });
    return z.NEVER;
  });
}

/** The schema's own words where it has some; zod's stock phrases are for programmers. */
function messageOf(issue: z.core.$ZodIssue | undefined, value: number | undefined): string {
  if (issue === undefined || value === undefined || Number.isNaN(value)) return 'Enter a number.';
  if (!/^(Too|Invalid) /.test(issue.message)) return issue.message;
  if (issue.code === 'too_small')
    return issue.inclusive === true
      ? `At least ${grouped(issue.minimum)}.`
      : `More than ${grouped(issue.minimum)}.`;
  if (issue.code === 'too_big') return `At most ${grouped(issue.maximum)}.`;
  return 'Enter a whole number.';
}
