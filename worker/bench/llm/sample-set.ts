import { createRandom, type Random } from '#lib/random.ts';
import { sorted, tailQuantile } from '#lib/statistics.ts';

/** The statistics that every latency is reported with; null where there are too few samples. */
export interface LatencyStatistics {
  readonly mean: number | null;
  readonly std: number | null;
  readonly p50: number | null;
  readonly p90: number | null;
  readonly p95: number | null;
  readonly p99: number | null;
  readonly p999: number | null;
}

/**
 * Numbers seen, in flat memory: exact count, mean and deviation (Welford 1962), and percentiles over all of them up
 * to `capacity`, over a uniform random sample of that size beyond (Vitter 1985, algorithm R).
 */
export class SampleSet {
  count = 0;
  readonly #capacity: number;
  readonly #random: Random;
  #values = new Float64Array(1024);
  #mean = 0;
  #squares = 0;

  /** `capacity` 4 Mi samples (32 MiB) holds p99.9 to within 0.002 % of rank. */
  constructor(capacity = 4 * 1024 * 1024) {
    this.#capacity = capacity;
    this.#random = createRandom(0x5a3b1e);
  }

  add(value: number): void {
    const n = this.count++;
    const off = value - this.#mean;
    this.#mean += off / this.count;
    this.#squares += off * (value - this.#mean);
    if (n < this.#capacity) {
      if (n === this.#values.length) {
        const larger = new Float64Array(Math.min(n * 2, this.#capacity));
        larger.set(this.#values);
        this.#values = larger;
      }
      this.#values[n] = value;
      return;
    }
    const at = Math.floor(this.#random.next() * this.count);
    if (at < this.#capacity) this.#values[at] = value;
  }

  /** Statistics of everything added so far. */
  statistics(): LatencyStatistics {
    const ascending = sorted(this.#values.subarray(0, Math.min(this.count, this.#capacity)));
    const at = (q: number): number | null => tailQuantile(ascending, q, this.count);
    return {
      mean: this.count === 0 ? null : this.#mean,
      std: this.count === 0 ? null : Math.sqrt(this.#squares / this.count),
      p50: at(0.5),
      p90: at(0.9),
      p95: at(0.95),
      p99: at(0.99),
      p999: at(0.999),
    };
  }
}
