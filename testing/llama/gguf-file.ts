/**
 * Writes GGUF version 3, the file format of llama.cpp (ggml docs/gguf.md): magic, counts, metadata, tensor
 * directory, then tensor data aligned to 32 bytes. Only what a small F32 model needs.
 */
const ALIGNMENT = 32;
const VERSION = 3;
const VALUE_TYPES = { u32: 4, i32: 5, f32: 6, bool: 7, string: 8, array: 9 } as const;
const TENSOR_F32 = 0;

export type GgufValue =
  | { readonly type: 'u32' | 'i32' | 'f32'; readonly value: number }
  | { readonly type: 'bool'; readonly value: boolean }
  | { readonly type: 'string'; readonly value: string }
  | { readonly type: 'array'; readonly of: 'i32' | 'f32'; readonly value: readonly number[] }
  | { readonly type: 'array'; readonly of: 'string'; readonly value: readonly string[] };

export interface GgufTensor {
  readonly name: string;
  /** Fastest-varying dimension first, as ggml counts them. */
  readonly dimensions: readonly number[];
  readonly data: Float32Array;
}

/** Bytes of a GGUF file. */
export function encodeGguf(
  metadata: Readonly<Record<string, GgufValue>>,
  tensors: readonly GgufTensor[],
): Buffer {
  const header = [Buffer.from('GGUF'), u32(VERSION), u64(tensors.length), u64(Object.keys(metadata).length)];
  const entries = Object.entries(metadata).flatMap(([key, value]) => [string(key), typedValue(value)]);
  let offset = 0;
  const directory = tensors.map((tensor) => {
    const entry = [
      string(tensor.name),
      u32(tensor.dimensions.length),
      ...tensor.dimensions.map(u64),
      u32(TENSOR_F32),
      u64(offset),
    ];
    offset += aligned(tensor.data.byteLength);
    return Buffer.concat(entry);
  });
  const head = Buffer.concat([...header, ...entries, ...directory]);
  return Buffer.concat([padded(head), ...tensors.map(({ data }) => padded(Buffer.from(data.buffer)))]);
}

function typedValue(value: GgufValue): Buffer {
  if (value.type === 'array') {
    const items =
      value.of === 'string' ? value.value.map(string) : value.value.map(value.of === 'f32' ? f32 : i32);
    return Buffer.concat([u32(VALUE_TYPES.array), u32(VALUE_TYPES[value.of]), u64(items.length), ...items]);
  }
  return Buffer.concat([u32(VALUE_TYPES[value.type]), plainValue(value)]);
}

function plainValue(value: Exclude<GgufValue, { type: 'array' }>): Buffer {
  switch (value.type) {
    case 'string':
      return string(value.value);
    case 'bool':
      return Buffer.from([value.value ? 1 : 0]);
    case 'f32':
      return f32(value.value);
    case 'i32':
      return i32(value.value);
    case 'u32':
      return u32(value.value);
  }
}

const aligned = (bytes: number) => Math.ceil(bytes / ALIGNMENT) * ALIGNMENT;
const padded = (bytes: Buffer) => Buffer.concat([bytes], aligned(bytes.length));

function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

function i32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32LE(value);
  return bytes;
}

function f32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeFloatLE(value);
  return bytes;
}

function u64(value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(BigInt(value));
  return bytes;
}

function string(value: string): Buffer {
  const bytes = Buffer.from(value);
  return Buffer.concat([u64(bytes.length), bytes]);
}
