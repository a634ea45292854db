/** A full block of prompt tokens that later requests with the same prefix may use again. */
interface SharedBlock {
  readonly hash: number;
  references: number;
  isCached: boolean;
}

/** The KV blocks one sequence holds. */
export interface BlockTable {
  shared: SharedBlock[];
  privateBlocks: number;
}

export const emptyBlockTable = (): BlockTable => ({ shared: [], privateBlocks: 0 });

/**
 * A fixed budget of KV-cache blocks with an automatic prefix cache, after the design of vLLM: full prompt blocks
 * are shared by content, and those nobody uses are kept, least recently used first to go, until space is short.
 */
export class KvBlocks {
  readonly totalBlocks: number;
  readonly blockSize: number;
  readonly #prefixCaching: boolean;
  #privateBlocks = 0;
  #sharedInUse = 0;
  readonly #cache = new Map<number, SharedBlock>();
  /** Cached and unreferenced, oldest first. */
  readonly #idle = new Set<SharedBlock>();
  queriedTokens = 0;
  hitTokens = 0;

  constructor(options: { totalBlocks: number; blockSize: number; prefixCaching: boolean }) {
    this.totalBlocks = options.totalBlocks;
    this.blockSize = options.blockSize;
    this.#prefixCaching = options.prefixCaching;
  }

  /** Share of the blocks that running sequences hold, 0 to 1. */
  get usage(): number {
    return (this.#privateBlocks + this.#sharedInUse) / this.totalBlocks;
  }

  /**
   * Takes the cached blocks that match the start of a prompt and returns the tokens they cover. At least one
   * token stays to be computed, since the engine needs its output.
   */
  takePrefix(table: BlockTable, hashes: readonly number[], promptTokens: number): number {
    if (!this.#prefixCaching) return 0;
    this.queriedTokens += promptTokens;
    const usable = Math.min(hashes.length, Math.floor((promptTokens - 1) / this.blockSize));
    for (const hash of hashes.slice(0, usable)) {
      const block = this.#cache.get(hash);
      if (block === undefined) break;
      if (block.references++ === 0) {
        this.#idle.delete(block);
        this.#sharedInUse++;
      }
      table.shared.push(block);
    }
    const covered = table.shared.length * this.blockSize;
    this.hitTokens += covered;
    return covered;
  }

  /** Grows a table until it holds `tokens` tokens; false, and nothing changed, when the blocks do not suffice. */
  grow(table: BlockTable, tokens: number): boolean {
    const missing = Math.ceil(tokens / this.blockSize) - table.shared.length - table.privateBlocks;
    if (missing <= 0) return true;
    if (this.#privateBlocks + this.#sharedInUse + missing > this.totalBlocks) return false;
    const space = this.totalBlocks - this.#privateBlocks - this.#sharedInUse - this.#idle.size;
    for (let i = space; i < missing; i++) this.#evictOldest();
    this.#privateBlocks += missing;
    table.privateBlocks += missing;
    return true;
  }

  /** Offers the computed full prompt blocks of a table to later requests. */
  publish(table: BlockTable, hashes: readonly number[], computedTokens: number): void {
    if (!this.#prefixCaching) return;
    const full = Math.min(hashes.length, Math.floor(computedTokens / this.blockSize));
    for (let i = table.shared.length; i < full; i++) {
      const hash = hashes[i];
      // A twin computed at the same time owns the entry: this copy and what follows it stay private.
      if (hash === undefined || this.#cache.has(hash)) return;
      const block: SharedBlock = { hash, references: 1, isCached: true };
      this.#cache.set(hash, block);
      table.shared.push(block);
      table.privateBlocks--;
      this.#privateBlocks--;
      this.#sharedInUse++;
    }
  }

  /** Gives all blocks of a table back. */
  release(table: BlockTable): void {
    this.#privateBlocks -= table.privateBlocks;
    table.privateBlocks = 0;
    // Ends first, so that the start of a prefix outlives its tail in the cache.
    for (const block of table.shared.reverse()) {
      if (--block.references > 0) continue;
      this.#sharedInUse--;
      if (block.isCached) this.#idle.add(block);
    }
    table.shared = [];
  }

  /** Forgets every cached prefix; sequences that use one keep their blocks. */
  resetPrefixCache(): void {
    for (const block of this.#cache.values()) block.isCached = false;
    this.#cache.clear();
    this.#idle.clear();
  }

  #evictOldest(): void {
    const [oldest] = this.#idle;
    if (oldest === undefined) return;
    this.#idle.delete(oldest);
    this.#cache.delete(oldest.hash);
  }
}

/**
 * One hash per full block of a prompt, each over everything before it, so equal hashes mean equal prefixes
 * (53 bits: a false match needs about 10^8 blocks).
 */
export function blockHashes(tokens: readonly number[], blockSize: number): number[] {
  const hashes: number[] = [];
  let low = 0x811c_9dc5;
  let high = 0x9e37_79b9;
  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i] ?? 0;
    low = Math.imul(low ^ token, 0x0100_0193);
    high = Math.imul(high ^ (token + 0x7f4a_7c15), 0x85eb_ca6b);
    high ^= high >>> 13;
    if ((i + 1) % blockSize === 0) hashes.push((high >>> 11) * 0x1_0000_0000 + (low >>> 0));
  }
  return hashes;
}
