import { grouped } from '#lib/grouped.ts';
import { failureLine } from '#src/api/describe-error.ts';
import { counted } from '#src/components/ui/counted.ts';
import type { Check, Fix } from './check.ts';
import { frameworkChoices, selectableConfigs, unusableReason } from './choices.ts';
import { OPEN } from './first-look.ts';
import { formatGb } from './gb-text.ts';
import { memoryFit, memorySuggestions, usableMemoryGb, type Load } from './memory-fit.ts';
import { nextFreeName } from './next-free-name.ts';
import { workersWith, type Situation } from './situation.ts';
import { leftOut, MAX_NAME, MAX_SWEEP_JOBS, type PlannedJob } from './sweep.ts';

/** The heaviest load of the list: what memory must hold. */
export function heaviestLoad({ jobs }: Pick<Situation, 'jobs'>): Load | null {
  const weight = ({ concurrency, isl, osl }: Load): number => concurrency * (isl + osl);
  return jobs.reduce<PlannedJob | null>(
    (most, job) => (most === null || weight(job) > weight(most) ? job : most),
    null,
  );
}

/** Everything the server would refuse, and what a person would rather know before. */
export function preflight(situation: Situation): Check[] {
  return [
    ...toolCheck(situation),
    serverCheck(situation),
    softwareCheck(situation),
    memoryCheck(situation),
    contextCheck(situation),
    nameCheck(situation),
    workCheck(situation),
    ...(situation.quota === null ? [] : [situation.quota]),
  ];
}

/** Said only where the tool is not there: with the usual one it goes without saying. */
function toolCheck({ values, servers, config }: Situation): Check[] {
  const base = { id: 'tool', title: 'Tool', field: 'p_config_code' } as const;
  const tool = values.p_tool;
  const hosts = workersWith(servers, tool);
  if (hosts.length === 0) {
    // A workspace without any live worker is told so by the check of the server.
    if (tool === 'bench-llm') return [];
    return [
      {
        ...base,
        level: 'block',
        text: `No live worker of this workspace offers ${tool}. Start a worker that has it, or benchmark text.`,
      },
    ];
  }
  if (config === null || config.capabilities?.tools.includes(tool) !== false) return [];
  return [
    {
      ...base,
      level: 'block',
      text: `The worker on ${config.hostname} does not offer ${tool}; ${hosts.join(', ')} does.`,
    },
  ];
}

function serverCheck({ config }: Situation): Check {
  const base = OPEN.server;
  if (config === null) return base;
  const reason = unusableReason(config);
  if (reason !== null) return { ...base, level: 'block', text: `${config.hostname}: ${reason}.` };
  const waiting = config.pending_count;
  const before = `${grouped(waiting)} ${waiting === 1 ? 'job waits' : 'jobs wait'} before this one`;
  if (config.status_code === 'stale')
    return {
      ...base,
      level: 'warn',
      text: `${config.hostname} has not reported lately; the job may wait until it does.`,
    };
  if (config.status_code === 'draining')
    return {
      ...base,
      level: 'warn',
      text: `${config.hostname} takes no new jobs until it is resumed; this one waits.`,
    };
  if (waiting > 0) return { ...base, level: 'ok', text: `${config.hostname} is alive; ${before}.` };
  return {
    ...base,
    level: 'ok',
    text:
      config.status_code === 'busy'
        ? `${config.hostname} is alive; this starts after the job it runs now.`
        : `${config.hostname} is alive and idle.`,
  };
}

function softwareCheck({ values, framework, frameworks, config, versions }: Situation): Check {
  const base = OPEN.software;
  if (framework === null)
    return values.p_framework_code === ''
      ? base
      : {
          ...base,
          level: 'block',
          field: 'p_framework_code',
          text: `"${values.p_framework_code}" is no framework of the catalog.`,
        };
  const reason = frameworkChoices(frameworks, config?.launch_kind ?? null).find(
    (one) => one.value === framework.framework_code,
  )?.disabledReason;
  if (reason !== undefined)
    return {
      ...base,
      level: 'block',
      field: 'p_framework_code',
      text: `${framework.framework_name} is ${reason}; this config is not one.`,
    };
  const isKnown = versions.some(
    (one) => one.framework_code === framework.framework_code && one.version === values.p_version,
  );
  if (values.p_version.trim() === '') return { ...base, text: 'Choose a version.' };
  if (!isKnown && config !== null && config.launch_kind !== 'endpoint')
    return {
      ...base,
      level: 'block',
      field: 'p_version',
      text: `${values.p_version} is no version of ${framework.framework_name} that can be launched.`,
    };
  return { ...base, level: 'ok', text: `${framework.framework_name} ${values.p_version}` };
}

function memoryCheck(situation: Situation): Check {
  const { config, model, quantization, quantizations } = situation;
  const base = OPEN.memory;
  const load = heaviestLoad(situation);
  if (config?.launch_kind === 'endpoint')
    return { ...base, level: 'unknown', text: 'Not checked: the endpoint holds its model already.' };
  if (config === null || model === null || quantization === null || load === null) return base;
  const fit = memoryFit(model, quantization.weight_bytes, load, config);
  if (fit.needGb === null || fit.usableGb === null)
    return {
      ...base,
      level: 'unknown',
      text:
        fit.needGb === null
          ? `The size of ${model.model_name} is not known, so this is not checked.`
          : `The memory of ${config.config_code} is not known, so this is not checked.`,
    };
  const both = `needs ${formatGb(fit.needGb)} GB, ${config.config_code} has ${formatGb(fit.usableGb)} GB usable`;
  if (fit.fits === true)
    return {
      ...base,
      level: fit.kvGb === null ? 'warn' : 'ok',
      text:
        fit.kvGb === null ? `Weights alone: ${both}; the KV cache is not known.` : capitalized(both) + '.',
    };
  const suggestions = memorySuggestions(model, quantization.weight_bytes, load, config, quantizations);
  const more = suggestions.gpuCount === null ? '' : ` ${suggestions.gpuCount} such GPUs would hold it.`;
  return {
    ...base,
    level: 'block',
    text: `${capitalized(both)}.${more}`,
    fixes: memoryFixes(situation, fit.needGb, suggestions),
  };
}

function memoryFixes(
  { servers, config, concurrencies }: Situation,
  needGb: number,
  { quantization, concurrency }: ReturnType<typeof memorySuggestions>,
): Fix[] {
  const fixes: Fix[] = [];
  if (quantization !== null)
    fixes.push({
      label: `Precision ${quantization.display_name}`,
      change: { p_quantization_code: quantization.quantization_code },
    });
  if (concurrency !== null && concurrencies !== null) {
    const kept = concurrencies.filter((one) => one <= concurrency);
    fixes.push(
      kept.length > 0
        ? { label: `Only concurrency ${kept.join(', ')}`, change: { p_concurrency: kept.join(', ') } }
        : {
            label: `Concurrency ${grouped(concurrency)}`,
            change: { p_concurrency: String(concurrency) },
          },
    );
  }
  // The smallest that holds it, so that nobody is sent to eight GPUs for want of two.
  const [other] = selectableConfigs(servers)
    .filter((row) => row.launch_kind === config?.launch_kind && (usableMemoryGb(row) ?? 0) >= needGb)
    .sort((a, b) => (usableMemoryGb(a) ?? 0) - (usableMemoryGb(b) ?? 0));
  if (other !== undefined)
    fixes.push({
      label: `${other.config_code} on ${other.hostname}`,
      change: { p_server_hostname: other.hostname, p_config_code: other.config_code },
    });
  return fixes;
}

function contextCheck({ model, jobs }: Situation): Check {
  const base = OPEN.context;
  const longest = jobs.reduce<PlannedJob | null>(
    (most, job) => (most === null || job.isl + job.osl > most.isl + most.osl ? job : most),
    null,
  );
  if (model === null || longest === null) return base;
  const { isl, osl } = longest;
  const field = isl === 0 ? 'p_output_sequence_length' : base.field;
  const asked = grouped(isl + osl);
  if (model.max_context === null)
    return {
      ...base,
      level: 'unknown',
      text: `${asked} tokens; how many ${model.model_name} takes is not known.`,
    };
  const limit = grouped(model.max_context);
  return isl + osl > model.max_context
    ? {
        ...base,
        level: 'block',
        field,
        text: `${asked} tokens ${isl === 0 ? 'out' : 'in and out'}; ${model.model_name} takes ${limit}. Lower a length.`,
      }
    : { ...base, level: 'ok', text: `${asked} of ${limit} tokens.` };
}

function nameCheck({ names, jobs, isList, takenNames, values }: Situation): Check {
  const base = OPEN.name;
  const [first = ''] = names;
  if (first === '') return base;
  const long = names.find((name) => name.length > MAX_NAME);
  if (long !== undefined)
    return {
      ...base,
      level: 'block',
      text: `${names.length > 1 ? 'A name of the list' : 'The name'} has ${long.length} characters; at most ${MAX_NAME} are taken. Type a shorter one.`,
    };
  if (values.p_project_name.trim() === '') return { ...base, text: `${first}, once a project is chosen.` };
  if (takenNames === null) return { ...base, text: 'Looking whether the name is free…' };
  const areSeveral = names.length > 1;
  if (takenNames instanceof Error)
    return {
      ...base,
      level: 'unknown',
      text: `Whether ${areSeveral ? 'they are' : 'it is'} free could not be looked up: ${failureLine(takenNames)} One that is taken is refused.`,
    };
  const run = values.p_run_name.trim() === '' ? 'default' : values.p_run_name.trim();
  const taken = names.filter((name) => takenNames.has(name.toLowerCase()));
  const [clash] = taken;
  if (clash === undefined)
    return {
      ...base,
      level: 'ok',
      text: areSeveral ? `All free in the run "${run}".` : `Free in the run "${run}".`,
    };
  const otherRun = nextFreeName(run, new Set());
  return {
    ...base,
    level: 'block',
    text: `The run "${run}" has ${clash}${taken.length > 1 ? ` and ${taken.length - 1} more` : ''} already.`,
    fixes: isList
      ? [
          ...(taken.length < names.length
            ? [
                {
                  label: `Leave out the ${taken.length} that ${taken.length === 1 ? 'is' : 'are'} there`,
                  change: {
                    p_skip: leftOut(jobs, values.p_skip, ({ name }) => takenNames.has(name.toLowerCase())),
                  },
                },
              ]
            : []),
          {
            label: `Send ${areSeveral ? 'them' : 'it'} to the run "${otherRun}"`,
            change: { p_run_name: otherRun },
          },
        ]
      : [
          {
            label: `Name it ${nextFreeName(clash, takenNames)}`,
            change: { p_job_name: nextFreeName(clash, takenNames) },
          },
        ],
  };
}

function workCheck({ jobs: planned, shapes, concurrencies, numRequests, numWarmups }: Situation): Check {
  const base = OPEN.work;
  if (shapes === null || concurrencies === null) return base;
  if (planned.length === 0)
    return {
      ...base,
      level: 'block',
      field: 'p_concurrency',
      text: 'Every cell of the grid is switched off: switch one on.',
    };
  if (planned.length > MAX_SWEEP_JOBS)
    return {
      ...base,
      level: 'block',
      field: 'p_concurrency',
      text: `${grouped(planned.length)} jobs; one submission takes at most ${MAX_SWEEP_JOBS}. Switch cells off, or send it in parts.`,
    };
  // The server's and the load generator's own defaults.
  const requestsOf = ({ concurrency }: PlannedJob): number => numRequests ?? Math.max(100, 4 * concurrency);
  const warmupsOf = ({ concurrency }: PlannedJob): number => numWarmups ?? 2 * concurrency;
  const measured = sum(planned.map(requestsOf));
  const warm = sum(planned.map(warmupsOf));
  const tokensOf = (length: (job: PlannedJob) => number): number =>
    sum(planned.map((job) => (requestsOf(job) + warmupsOf(job)) * length(job)));
  const counts = `${counted(measured, 'request')} measured, ${grouped(warm)} to warm up`;
  const tokensIn = tokensOf(({ isl }) => isl);
  const tokens = `${tokensIn === 0 ? '' : `${shortCount(tokensIn)} tokens in, `}${shortCount(tokensOf(({ osl }) => osl))} ${tokensIn === 0 ? 'tokens ' : ''}out`;
  const jobs = planned.length > 1 ? `${planned.length} jobs: ` : '';
  const few = numRequests !== null && planned.some(({ concurrency }) => numRequests < 4 * concurrency);
  return few
    ? {
        ...base,
        level: 'warn',
        text: `${jobs}${counts}; ${tokens}. Under four waves of the concurrency the rate is not steady.`,
      }
    : { ...base, level: 'ok', text: `${jobs}${counts}; about ${tokens}.` };
}

/** The first check that stops the submission. */
export function firstBlock(checks: readonly Check[]): Check | null {
  return checks.find((check) => check.level === 'block') ?? null;
}

const compact = new Intl.NumberFormat('en-US', { notation: 'compact', maximumSignificantDigits: 3 });
const shortCount = (count: number) => compact.format(count);
const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);
const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
