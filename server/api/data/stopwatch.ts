/** How long the steps of one request took, for the `Server-Timing` header. */
export class Stopwatch {
  readonly #laps: string[] = [];
  #since = performance.now();

  /** Ends a step and begins the next. */
  lap(step: string): void {
    const now = performance.now();
    this.#laps.push(`${step};dur=${(now - this.#since).toFixed(2)}`);
    this.#since = now;
  }

  header(): string {
    return this.#laps.join(', ');
  }
}
