import { late } from '#src/components/ui/late.ts';

/** What a form needs that is not blank, or that a person reaches for. */
export const lookPart = late(async () => (await import('./late-look.ts')).lateLook);
