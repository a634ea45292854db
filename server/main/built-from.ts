/** Set by the build (scripts/build.mjs); there is none where the program runs from its source. */
declare const BUILT_FROM_COMMIT: string | null | undefined;

/** The commit this program was built from, as `git describe` writes it; null where it runs from its source or nobody knew. */
export const builtFrom: string | null =
  typeof BUILT_FROM_COMMIT === 'undefined' ? null : (BUILT_FROM_COMMIT ?? null);
