/** How much of a quota is used: share 0 and up (1 is all of it), null where it is unlimited. */
export interface QuotaUse {
  readonly share: number | null;
  readonly tone: 'good' | 'warn' | 'bad';
  /** "12.5 of 100", "12.5, unlimited". */
  readonly text: string;
}

/** From here on a quota is called nearly used. */
const NEAR = 0.8;
const WRITTEN = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 });

/** Judges a use against a quota; a quota of zero is used up whatever was used. */
export function quotaUse(used: number, quota: number | null): QuotaUse {
  if (quota === null) return { share: null, tone: 'good', text: `${WRITTEN.format(used)}, unlimited` };
  const share = quota === 0 ? 1 : used / quota;
  return {
    share,
    tone: share >= 1 ? 'bad' : share >= NEAR ? 'warn' : 'good',
    text: `${WRITTEN.format(used)} of ${WRITTEN.format(quota)}`,
  };
}
