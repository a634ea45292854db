import { useEffect, useState } from 'react';

/** A part of the code that is fetched when a person reaches for it. */
export interface Late<Part> {
  /** Fetched once; again only after a failure. */
  readonly load: () => Promise<Part>;
  /** The same for what waits for it while it is drawn, by `use`. */
  readonly loadToDraw: () => Promise<Part>;
  readonly now: () => Part | undefined;
}

/** To whoever draws, a failure is one for so long: React draws anew until it is shown, and each time would fetch again. */
const FAILED_MS = 1000;

export function late<Part>(fetchPart: () => Promise<Part>): Late<Part> {
  let part: Part | undefined;
  let coming: Promise<Part> | undefined;
  let drawn: Promise<Part> | undefined;
  const load = () =>
    (coming ??= fetchPart().then(
      (there) => (part = there),
      (error: unknown) => {
        coming = undefined;
        setTimeout(() => (drawn = undefined), FAILED_MS);
        throw error;
      },
    ));
  return { now: () => part, load, loadToDraw: () => (drawn ??= load()) };
}

/** The part once it is there; fetches it where it `isNeeded`. A failure is the page's unless `onFailure`, a stable one, takes it. */
export function useLate<Part>(
  part: Late<Part>,
  isNeeded: boolean,
  onFailure?: (error: unknown) => void,
): Part | undefined {
  const [, setThere] = useState(false);
  const isMissing = isNeeded && part.now() === undefined;
  useEffect(() => {
    if (!isMissing) return;
    part.load().then(
      () => setThere(true),
      onFailure ??
        ((error: unknown) =>
          setThere(() => {
            throw error;
          })),
    );
  }, [isMissing, part, onFailure]);
  return part.now();
}
