/** A seeded source of random numbers: the same seed gives the same sequence on every machine. */
export interface Random {
  /** Uniform integer in [0, 2^32). */
  uint32: () => number;
  /** Uniform number in [0, 1), 32 bits of resolution. */
  next: () => number;
  /** Uniform integer in [min, max], both ends included; throws RangeError when max < min. */
  integer: (min: number, max: number) => number;
}

const MASK_64 = 0xffff_ffff_ffff_ffffn;

/** Splitmix64 (Steele, Lea, Flood 2014), the seeding that the authors of xoshiro recommend. */
function splitMix64(seed: bigint): () => bigint {
  let state = seed & MASK_64;
  return () => {
    state = (state + 0x9e37_79b9_7f4a_7c15n) & MASK_64;
    let z = state;
    z = ((z ^ (z >> 30n)) * 0xbf58_476d_1ce4_e5b9n) & MASK_64;
    z = ((z ^ (z >> 27n)) * 0x94d0_49bb_1331_11ebn) & MASK_64;
    return z ^ (z >> 31n);
  };
}

const rotateLeft = (value: number, bits: number): number => (value << bits) | (value >>> (32 - bits));

/**
 * Xoshiro128** from its raw state of four 32-bit words (not all zero).
 * Source: Blackman and Vigna, https://prng.di.unimi.it/xoshiro128starstar.c
 */
export function randomFromState(words: readonly [number, number, number, number]): Random {
  let [s0, s1, s2, s3] = words;
  const uint32 = (): number => {
    const result = Math.imul(rotateLeft(Math.imul(s1, 5), 7), 9) >>> 0;
    const shifted = s1 << 9;
    s2 ^= s0;
    s3 ^= s1;
    s1 ^= s2;
    s0 ^= s3;
    s2 ^= shifted;
    s3 = rotateLeft(s3, 11);
    return result;
  };
  const next = (): number => uint32() / 0x1_0000_0000;
  return {
    uint32,
    next,
    integer: (min, max) => {
      if (!(max >= min)) throw new RangeError(`no integer in [${min}, ${max}]`);
      return min + Math.floor(next() * (max - min + 1));
    },
  };
}

/**
 * Random numbers for a seed (any safe integer) and, optionally, a stream number: different streams of one seed
 * are independent, so that item k can be made without making the k - 1 before it.
 */
export function createRandom(seed: number, stream = 0): Random {
  // The outer generator decorrelates neighbouring seeds before the stream number is mixed in.
  const root = splitMix64(BigInt(seed))();
  const words = splitMix64(root ^ (BigInt(stream) * 0xd134_2543_de82_ef95n));
  const low = words();
  const high = words();
  const half = (value: bigint, shift: bigint): number => Number((value >> shift) & 0xffff_ffffn);
  return randomFromState([half(low, 0n), half(low, 32n), half(high, 0n), half(high, 32n)]);
}
