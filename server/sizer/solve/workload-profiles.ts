import type { WorkloadMix } from '#contract/sizer/solve-request.ts';

/** Prompt and answer lengths of one request of a category, tokens. */
export interface WorkloadProfile {
  readonly label: string;
  readonly isl: number;
  readonly osl: number;
  /** Where the lengths come from, or that they are our assumption. */
  readonly source: string;
}

/** Token profiles of the four categories of the sizer API. The specification gives no lengths: these are assumptions, listed in every answer that uses them. */
export const WORKLOAD_PROFILES: Readonly<Record<keyof WorkloadMix, WorkloadProfile>> = {
  coding_assistant: {
    label: 'coding assistant',
    isl: 4096,
    osl: 512,
    source: 'our assumption: open files and the diff in the prompt, an edit as the answer',
  },
  customer_support: {
    label: 'customer support',
    isl: 1024,
    osl: 256,
    source: 'our assumption: system prompt and a few turns, a short answer',
  },
  agentic_workflows: {
    label: 'agentic workflows',
    isl: 8192,
    osl: 1024,
    source: 'our assumption: tool schemas and results pile up; the 8k/1k shape of InferenceX',
  },
  rag_search: {
    label: 'RAG search',
    isl: 6144,
    osl: 384,
    source: 'our assumption: some ten retrieved passages, a cited answer',
  },
};

/** Lengths where a request names none: the shape that was measured most often. */
export const DEFAULT_TOKENS = { isl: 1024, osl: 1024 } as const;

/** Mean lengths of a mix, weighted by its shares, whole tokens. At least one weight is above 0. */
export function mixTokens(mix: WorkloadMix): { isl: number; osl: number } {
  const parts = (Object.keys(WORKLOAD_PROFILES) as (keyof WorkloadMix)[]).map((category) => ({
    weight: mix[category],
    profile: WORKLOAD_PROFILES[category],
  }));
  const sum = parts.reduce((total, part) => total + part.weight, 0);
  const mean = (key: 'isl' | 'osl') =>
    Math.max(1, Math.round(parts.reduce((total, part) => total + part.weight * part.profile[key], 0) / sum));
  return { isl: mean('isl'), osl: mean('osl') };
}

/** The mix in words, largest share first, as percent of its sum: "60 % coding assistant, 40 % RAG search". */
export function describeMix(mix: WorkloadMix): string {
  const categories = Object.keys(WORKLOAD_PROFILES) as (keyof WorkloadMix)[];
  const sum = categories.reduce((total, category) => total + mix[category], 0);
  return categories
    .filter((category) => mix[category] > 0)
    .sort((a, b) => mix[b] - mix[a])
    .map((category) => `${Math.round((100 * mix[category]) / sum)} % ${WORKLOAD_PROFILES[category].label}`)
    .join(', ');
}
