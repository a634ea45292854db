import { useEffect, useState } from 'react';

/** A part of the code that is fetched when a person reaches for it. */
export interface Late<Part> {
  /** Fetched once; again only after a failure. */
  readonly load: () => Promise<Part>;
  readonly now: () => Part | undefined;
}

export function late<Part>(fetchPart: () => Promise<Part>): Late<Part> {
  let part: Part | undefined;
  let coming: Promise<Part> | undefined;
  return {
    now: () => part,
    load: () =>
      (coming ??= fetchPart().then(
        (there) => (part = there),
        (error: unknown) => {
          coming = undefined;
          throw error;
        },
      )),
  };
}

/** The part once it is there; fetches it where it `isNeeded`. A failure is the page's. */
export function useLate<Part>(part: Late<Part>, isNeeded: boolean): Part | undefined {
  const [, setThere] = useState(false);
  const isMissing = isNeeded && part.now() === undefined;
  useEffect(() => {
    if (!isMissing) return;
    part.load().then(
      () => setThere(true),
      (error: unknown) =>
        setThere(() => {
          throw error;
        }),
    );
  }, [isMissing, part]);
  return part.now();
}
