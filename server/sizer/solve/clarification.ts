/** Something to ask back instead of guessing. */
export interface Clarification {
  readonly clarification: {
    readonly question: string;
    readonly feature: string | null;
    readonly options: string[];
  };
}

/** A question with the choices nearest to what was said. */
export function clarification(
  question: string,
  feature: string | null,
  options: readonly string[],
): Clarification {
  return { clarification: { question, feature, options: [...options] } };
}
