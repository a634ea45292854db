import { z } from 'zod';
import { launchKindSchema, type LaunchKind } from '#contract/jobs.ts';
import { createServerConfig } from '#contract/rpc/resources.ts';
import { numberText } from '#src/components/form/number-schema.ts';
import { counted } from '#src/components/ui/counted.ts';

const params = createServerConfig.params.shape;

/** The form of a new config as fields hold it; which fields count depends on the kind. */
export const configSchema = z
  .object({
    p_server_hostname: params.p_server_hostname,
    p_launch_kind: launchKindSchema,
    /** Empty: the suggested code. */
    p_config_code: z.union([z.literal(''), params.p_config_code], {
      error: 'Use letters, digits, dots, dashes, underscores; start with a letter or digit.',
    }),
    p_gpu_model: z.string(),
    p_gpu_count: numberText(params.p_gpu_count),
    p_gpu_memory_gb: numberText(params.p_gpu_memory_gb),
    p_tensor_parallel: numberText(params.p_tensor_parallel),
    p_endpoint_url: z.string().trim(),
    p_endpoint_api: z.enum(['completions', 'chat']),
    p_endpoint_api_key: z.string().trim(),
    p_served_model_name: z.string().trim(),
    p_extra_args: z.string(),
    p_description: z.string().trim(),
  })
  .superRefine((values, context) => {
    const wrong = (path: keyof typeof values, message: string) =>
      context.addIssue({ code: 'custom', path: [path], message });
    if (values.p_launch_kind === 'endpoint') {
      const url = params.p_endpoint_url.safeParse(values.p_endpoint_url);
      if (!url.success)
        wrong('p_endpoint_url', url.error.issues[0]?.message ?? 'Enter the address of the server.');
      else if (/\/v1\/?$/.test(values.p_endpoint_url)) wrong('p_endpoint_url', 'Leave out /v1: it is added.');
    }
    if (values.p_launch_kind === 'simulated') {
      if (values.p_gpu_model === '') wrong('p_gpu_model', 'Choose the GPU that the engine plays.');
      if (values.p_gpu_count === undefined) wrong('p_gpu_count', 'Enter how many.');
    }
    const { p_tensor_parallel: tp, p_gpu_count: gpus } = values;
    if (values.p_launch_kind === 'process' && typeof tp === 'number' && typeof gpus === 'number' && tp > gpus)
      wrong('p_tensor_parallel', `At most the ${counted(gpus, 'GPU')} of the config.`);
  });

export type ConfigValues = z.input<typeof configSchema>;
export type ConfigRequest = z.output<typeof configSchema>;

/** What a config is called when nobody names it. */
export function suggestConfigCode(
  values: Pick<ConfigValues, 'p_launch_kind' | 'p_gpu_model' | 'p_gpu_count' | 'p_endpoint_url'>,
): string {
  if (values.p_launch_kind === 'endpoint') {
    const host = /^https?:\/\/([^/\s]+)/.exec(values.p_endpoint_url.trim())?.[1];
    return host === undefined ? '' : clean(`endpoint-${host}`);
  }
  const count = values.p_gpu_count.trim();
  if (values.p_gpu_model === '') return '';
  return clean(
    `${values.p_launch_kind === 'simulated' ? 'sim' : 'run'}-${values.p_gpu_model}${count === '' ? '' : `-x${count}`}`,
  );
}

/** Arguments of the call: only what belongs to the kind, so that what was typed for another is not sent. */
export function configArguments(
  request: ConfigRequest,
  code: string,
  caller: { orgId: string; accountId: string },
): z.input<typeof createServerConfig.params> {
  const kind: LaunchKind = request.p_launch_kind;
  const text = (value: string) => (value === '' ? null : value);
  return {
    p_org_id: caller.orgId,
    p_owner_account_id: caller.accountId,
    p_config_code: code,
    p_server_hostname: request.p_server_hostname,
    p_launch_kind: kind,
    p_gpu_model: text(request.p_gpu_model),
    p_gpu_count: request.p_gpu_count ?? null,
    p_gpu_memory_gb: request.p_gpu_memory_gb ?? null,
    p_description: text(request.p_description),
    ...(kind === 'endpoint' && {
      p_endpoint_url: request.p_endpoint_url,
      p_endpoint_api: request.p_endpoint_api,
      p_endpoint_api_key: text(request.p_endpoint_api_key),
    }),
    ...(kind === 'process' && {
      p_tensor_parallel: request.p_tensor_parallel ?? null,
      p_extra_args: request.p_extra_args.split(/\s+/).filter((arg) => arg !== ''),
    }),
    ...(kind !== 'simulated' && { p_served_model_name: text(request.p_served_model_name) }),
  };
}

function clean(code: string): string {
  return code.replace(/[^A-Za-z0-9._-]+/g, '-').slice(0, 100);
}
