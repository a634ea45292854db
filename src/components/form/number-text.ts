import { z } from 'zod';

/** A number as people type it ("1,024", "0.5"): undefined when nothing is typed, NaN when it is no number. */
export function readNumber(text: string): number | undefined {
  const trimmed = text.trim();
  if (trimmed === '') return undefined;
  const plain = /^\d{1,3}([, ]\d{3})+(\.\d+)?$/.test(trimmed) ? trimmed.replace(/[, ]/g, '') : trimmed;
  return /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(plain) ? Number(plain) : Number.NaN;
}

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
      ? `At least ${issue.minimum.toLocaleString('en-US')}.`
      : `More than ${issue.minimum.toLocaleString('en-US')}.`;
  if (issue.code === 'too_big') return `At most ${issue.maximum.toLocaleString('en-US')}.`;
  return 'Enter a whole number.';
}
