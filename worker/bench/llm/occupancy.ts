/** How many requests were in flight over time, and when enough slots were at work. Stamps are monotonic milliseconds. */
export class Occupancy {
  inFlight = 0;
  /** Most in flight since `openWindow`. */
  max = 0;
  #since = 0;
  #area = 0;
  #windowFrom = 0;
  #windowTo = 0;
  #areaAtWindowTo = 0;
  readonly #plateauSize: number;
  #started = 0;
  #retired = 0;
  #plateauFrom: number | null = null;
  #plateauTo: number | null = null;

  /** `plateauSize` slots at work are the plateau. A slot between two of its requests is at work. */
  constructor(plateauSize: number) {
    this.#plateauSize = plateauSize;
  }

  /** One request more (1) or fewer (-1). */
  change(by: 1 | -1, atMs: number): void {
    this.#area += this.inFlight * Math.max(0, atMs - this.#since);
    this.#since = Math.max(atMs, this.#since);
    this.inFlight += by;
    this.max = Math.max(this.max, this.inFlight);
  }

  /** A slot has sent its first request. */
  slotStarted(atMs: number): void {
    if (++this.#started === this.#plateauSize) this.#plateauFrom = atMs;
  }

  /** A slot has nothing more to send. */
  slotRetired(atMs: number): void {
    this.#retired++;
    if (this.#started - this.#retired === this.#plateauSize - 1) this.#plateauTo ??= atMs;
  }

  /** Starts the window in which maximum and mean are taken. */
  openWindow(atMs: number): void {
    this.#windowFrom = this.#windowTo = this.#since = atMs;
    this.#area = this.#areaAtWindowTo = 0;
    this.max = this.inFlight;
  }

  /** Moves the end of the window to now; the last call counts. */
  extendWindow(atMs: number): void {
    this.#windowTo = Math.max(this.#windowTo, atMs);
    this.#areaAtWindowTo = this.#area;
  }

  /** Mean number in flight over the window, null for an empty one. */
  mean(): number | null {
    const span = this.#windowTo - this.#windowFrom;
    return span > 0 ? this.#areaAtWindowTo / span : null;
  }

  /** The part of the window inside the plateau; null when there was none. */
  plateau(): { from: number; to: number } | null {
    if (this.#plateauFrom === null) return null;
    const from = Math.max(this.#plateauFrom, this.#windowFrom);
    const to = Math.min(this.#plateauTo ?? this.#windowTo, this.#windowTo);
    return to > from ? { from, to } : null;
  }
}
