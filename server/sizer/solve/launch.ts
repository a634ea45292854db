import { COMMAND_TEMPLATES } from '#catalog/frameworks/command-templates.ts';
import { nativePrecision } from '../model/precision.ts';
import type { Tokens } from './question.ts';
import type { Stack } from './stack.ts';

/** Flags for splits beyond tensor parallelism and for the KV cache. Sources: the frameworks' documentation of server arguments. */
function splitFlags({ framework, parallelism, kvPrecision }: Stack): string[] {
  const { pp, ep, dp } = parallelism;
  const flags: string[] = [];
  switch (framework) {
    case 'vllm':
      if (pp > 1) flags.push('--pipeline-parallel-size', String(pp));
      if (dp > 1) flags.push('--data-parallel-size', String(dp));
      if (ep > 1) flags.push('--enable-expert-parallel');
      if (kvPrecision === 'fp8') flags.push('--kv-cache-dtype', 'fp8');
      break;
    case 'sglang':
      if (pp > 1) flags.push('--pp-size', String(pp));
      if (dp > 1) flags.push('--dp-size', String(dp), '--enable-dp-attention');
      if (ep > 1) flags.push('--ep-size', String(ep));
      if (kvPrecision === 'fp8') flags.push('--kv-cache-dtype', 'fp8_e4m3');
      break;
    case 'trt-llm':
      if (pp > 1) flags.push('--pp_size', String(pp));
      if (ep > 1) flags.push('--ep_size', String(ep));
      break;
  }
  return flags;
}

/** Context window to serve with: prompt and answer, up to whole thousands of 1,024, within the model's own. */
export function servedContext(stack: Stack, tokens: Pick<Tokens, 'isl' | 'osl'>): number {
  const needed = Math.ceil((tokens.isl + tokens.osl) / 1024) * 1024;
  return Math.min(stack.model.max_context, needed);
}

/** How one replica is started, as one line; null for disaggregated serving, which is several programs. */
export function launchCommand(stack: Stack, tokens: Pick<Tokens, 'isl' | 'osl'>): string | null {
  const template = COMMAND_TEMPLATES.find(
    (entry) => entry.framework_code === stack.framework && entry.template_code === 'default',
  );
  if (template === undefined || stack.workers !== undefined) return null;
  const { tp, dp } = stack.parallelism;
  // SGLang counts the GPUs of all attention groups as tensor parallelism; TensorRT-LLM does too.
  const width = stack.framework === 'vllm' ? tp : tp * dp;
  const values: Readonly<Record<string, string>> = {
    model: stack.model.hf_id,
    host: '0.0.0.0',
    port: String(template.default_port),
    tp: String(width),
    max_model_len: String(servedContext(stack, tokens)),
  };
  const quantization =
    nativePrecision(stack.model) === stack.precision
      ? []
      : (template.quantization_argv[stack.precision] ?? []);
  const environment = Object.entries(template.runtime_env).map(([name, value]) => `${name}=${value}`);
  const argv = [...template.argv, ...quantization, ...splitFlags(stack)].map((argument) =>
    argument.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole),
  );
  return [...environment, ...argv].join(' ');
}

/** What the command line does not say. */
export function launchNotes(stack: Stack, loadPerReplica: number): string[] {
  const notes: string[] = [];
  const isNative = nativePrecision(stack.model) === stack.precision;
  if (!isNative && !(stack.precision === 'fp8' && stack.framework !== 'trt-llm')) {
    notes.push(
      `Needs a ${stack.precision} checkpoint of ${stack.model.hf_id} (released as ${stack.model.native_precision}); check answer quality with it.`,
    );
  }
  if (stack.framework === 'trt-llm' && stack.parallelism.dp > 1) {
    notes.push('Attention data parallelism is set in the extra LLM API options (enable_attention_dp: true).');
  }
  if (stack.workers !== undefined) {
    notes.push(
      `Experimental: ${stack.workers.prefill} prefill and ${stack.workers.decode} decode workers, started apart and joined by the framework's router.`,
    );
  }
  notes.push(`Cap requests in flight of a replica at ${loadPerReplica} in the load balancer.`);
  return notes;
}
