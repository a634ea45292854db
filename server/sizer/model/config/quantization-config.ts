import { type ConfigReader, isObject, type JsonObject } from './config-reader.ts';

/** How the checkpoint is stored, in words and as a code of the catalog. */
export interface NativeQuantization {
  readonly native_precision: string;
  readonly native_quantization_code: 'fp16' | 'fp8' | 'fp4' | 'mxfp4' | 'int8' | 'int4';
}

const strings = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((entry): entry is string => typeof entry === 'string') : [];

/** What a quantized checkpoint leaves at 16 bits, in words; empty when nothing of weight. */
function leftOut(config: JsonObject): string {
  const ignored = [
    ...strings(config['ignore']),
    ...strings(config['modules_to_not_convert']),
    ...strings(config['exclude_modules']),
  ].join(' ');
  const parts = [
    [/self_attn/, 'attention'],
    [/shared_expert/, 'shared experts'],
    [/mlp\\?\.(\((gate|up|down)|(gate|up|down)_proj)/, 'dense MLP'],
    [/lm_head/, 'lm_head'],
  ] as const;
  const named = parts.filter(([pattern]) => pattern.test(ignored)).map(([, name]) => name);
  return named.length === 0 ? '' : `; ${named.join(', ')} bf16`;
}

/** Puts the precision on the list of missing facts. */
function ask(reader: ConfigReader, why: string): null {
  reader.missing.push({
    field: 'native_precision',
    why,
    question: 'In which precision are the weights stored (bf16, fp8, nvfp4, mxfp4, int8, int4)?',
  });
  return null;
}

function fromBits(
  reader: ConfigReader,
  bits: unknown,
  type: unknown,
  group: unknown,
  left: string,
): NativeQuantization | null {
  const groups = typeof group === 'number' && group > 0 ? ` g${group}` : '';
  if (type === 'float' && bits === 8)
    return { native_precision: `fp8${left}`, native_quantization_code: 'fp8' };
  if (type === 'float' && bits === 4) {
    return group === 32
      ? { native_precision: `mxfp4${left}`, native_quantization_code: 'mxfp4' }
      : { native_precision: `nvfp4${left}`, native_quantization_code: 'fp4' };
  }
  if (bits === 8) return { native_precision: `int8${left}`, native_quantization_code: 'int8' };
  if (bits === 4) return { native_precision: `int4${groups}${left}`, native_quantization_code: 'int4' };
  return ask(reader, `Weights of ${JSON.stringify(bits)} bits are not known here.`);
}

function fromModelopt(reader: ConfigReader, config: JsonObject): NativeQuantization | null {
  const inner = isObject(config['quantization']) ? config['quantization'] : config;
  const algorithm = inner['quant_algo'];
  const left = leftOut(inner);
  if (inner['kv_cache_quant_algo'] === 'FP8' || isObject(config['kv_cache_scheme'])) {
    reader.notes.push('The checkpoint carries scales for an FP8 KV cache.');
  }
  if (algorithm === 'FP8' || algorithm === 'FP8_PB_WO')
    return { native_precision: `fp8${left}`, native_quantization_code: 'fp8' };
  if (algorithm === 'NVFP4' || algorithm === 'W4A16_NVFP4' || algorithm === 'NVFP4_AWQ')
    return { native_precision: `nvfp4${left}`, native_quantization_code: 'fp4' };
  if (algorithm === 'W4A16_AWQ' || algorithm === 'W4A8_AWQ')
    return { native_precision: `int4${left}`, native_quantization_code: 'int4' };
  if (algorithm === 'INT8_SQ' || algorithm === 'W8A8_SQ_PER_CHANNEL')
    return { native_precision: `int8${left}`, native_quantization_code: 'int8' };
  return ask(
    reader,
    `Model Optimizer's "quant_algo" ${JSON.stringify(algorithm)} mixes precisions or is not known here.`,
  );
}

function fromQuantizationConfig(reader: ConfigReader, config: JsonObject): NativeQuantization | null {
  const method = config['quant_method'];
  const left = leftOut(config);
  switch (method) {
    case 'fp8':
    case 'fbgemm_fp8': {
      const block = config['weight_block_size'];
      const size = Array.isArray(block) ? ` block ${block.join('x')}` : '';
      return { native_precision: `fp8${size}`, native_quantization_code: 'fp8' };
    }
    case 'mxfp4':
      return { native_precision: 'mxfp4 (experts), bf16 attention', native_quantization_code: 'mxfp4' };
    case 'awq':
    case 'gptq':
    case 'auto-round':
      return fromBits(reader, config['bits'], 'int', config['group_size'], left);
    case 'compressed-tensors': {
      const groups = isObject(config['config_groups'])
        ? Object.values(config['config_groups']).filter(isObject)
        : [];
      const weights = groups.map((group) => group['weights']).filter(isObject);
      const kinds = new Set(weights.map((w) => `${String(w['type'])}${String(w['num_bits'])}`));
      const first = weights[0];
      if (first === undefined || kinds.size > 1)
        return ask(reader, 'The compressed-tensors groups mix precisions or give none.');
      return fromBits(reader, first['num_bits'], first['type'], first['group_size'], left);
    }
    case 'modelopt':
    case 'modelopt_fp4':
      return fromModelopt(reader, config);
    case 'bitsandbytes':
      return config['load_in_8bit'] === true
        ? { native_precision: 'int8 (bitsandbytes)', native_quantization_code: 'int8' }
        : { native_precision: 'int4 (bitsandbytes)', native_quantization_code: 'int4' };
    default:
      if (config['quant_algo'] !== undefined || isObject(config['quantization']))
        return fromModelopt(reader, config);
      return ask(reader, `"quant_method" ${JSON.stringify(method)} is not known here.`);
  }
}

/** The precision of the checkpoint: its `quantization_config`, else its `torch_dtype`. Null, with a question, when neither says. */
export function readQuantization(reader: ConfigReader): NativeQuantization | null {
  const quantization = reader.config['quantization_config'] ?? reader.config['compression_config'];
  if (isObject(quantization)) return fromQuantizationConfig(reader, quantization);
  const dtype = reader.config['dtype'] ?? reader.config['torch_dtype'];
  if (dtype === 'bfloat16' || dtype === 'float16') {
    return { native_precision: dtype === 'bfloat16' ? 'bf16' : 'fp16', native_quantization_code: 'fp16' };
  }
  if (dtype === 'float32') {
    reader.notes.push('The weights are stored at 32 bits; frameworks load them at 16.');
    return { native_precision: 'bf16', native_quantization_code: 'fp16' };
  }
  return ask(reader, 'The file has neither "quantization_config" nor a "torch_dtype" of 16 bits.');
}
