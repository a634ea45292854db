/** A precision that weights are stored in. Launch flags and memory estimates read this table. */
export interface Quantization {
  readonly quantization_code: string;
  readonly quantization_name: string;
  /** Bits of one weight, without scales. */
  readonly bits: number;
  /** Bytes of one weight with its share of the scales. */
  readonly bytes_per_weight: number;
  /** Other names people and data sets use for it. */
  readonly aliases: readonly string[];
  readonly source: string;
}

/** Precisions, widest first. */
export const QUANTIZATIONS: readonly Quantization[] = [
  {
    quantization_code: 'fp16',
    quantization_name: 'FP16 / BF16',
    bits: 16,
    bytes_per_weight: 2,
    aliases: ['bf16', 'float16', 'bfloat16', 'half'],
    source: 'IEEE 754 binary16 and bfloat16: 16 bits, no scales',
  },
  {
    quantization_code: 'fp8',
    quantization_name: 'FP8',
    bits: 8,
    bytes_per_weight: 1,
    aliases: ['fp8_block', 'w8a8-fp8', 'e4m3'],
    source: 'OCP OFP8 E4M3: 8 bits; scales per tensor or per 128x128 block are under 0.1 %',
  },
  {
    quantization_code: 'int8',
    quantization_name: 'INT8',
    bits: 8,
    bytes_per_weight: 1,
    aliases: ['w8a8', 'w8a8-int8'],
    source: '8-bit integers with per-channel scales, under 0.1 %',
  },
  {
    quantization_code: 'fp4',
    quantization_name: 'NVFP4',
    bits: 4,
    bytes_per_weight: 0.5625,
    aliases: ['nvfp4'],
    source: 'NVFP4: 4 bits and one 8-bit scale per 16 weights',
  },
  {
    quantization_code: 'mxfp4',
    quantization_name: 'MXFP4',
    bits: 4,
    bytes_per_weight: 0.53125,
    aliases: ['mx-fp4'],
    source: 'OCP Microscaling v1.0: 4 bits and one 8-bit scale per 32 weights',
  },
  {
    quantization_code: 'int4',
    quantization_name: 'INT4 (weights only)',
    bits: 4,
    bytes_per_weight: 0.5625,
    aliases: ['int4_wo', 'w4a16', 'awq', 'gptq'],
    source: '4 bits and one 16-bit scale per 32 weights; group size 128 needs 0.516',
  },
];

const byName = new Map(
  QUANTIZATIONS.flatMap((q) => [q.quantization_code, ...q.aliases].map((name) => [name, q])),
);

/** The precision with this code or alias, whatever the case (`BF16` is `fp16`), or undefined. */
export function findQuantization(name: string): Quantization | undefined {
  return byName.get(name.toLowerCase());
}
