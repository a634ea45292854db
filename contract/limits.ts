/** Limits as people read them. Source: control-plane API, "Limits". Exceeding a rate answers 429 with `Retry-After`. */
export const API_LIMITS: readonly {
  readonly surface: string;
  readonly limit: string;
  readonly note: string;
}[] = [
  {
    surface: 'Procedures',
    limit: '60 per minute per token',
    note: 'Bursts to 120 per minute for 30 seconds',
  },
  { surface: 'Reads of views', limit: '600 per minute per token', note: 'Higher for paginated reads' },
  { surface: 'Job submissions', limit: '20 per minute per workspace', note: 'Hard cap' },
  { surface: 'KYAI evaluations', limit: '5 at a time per workspace', note: 'Concurrency, not a rate' },
  { surface: 'list_jobs_filtered p_limit', limit: 'default 50, at most 500', note: '' },
  { surface: 'Audit log', limit: 'kept for 90 days', note: '' },
];
