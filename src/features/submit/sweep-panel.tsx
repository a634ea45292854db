import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { decimals } from '#lib/decimal-text.ts';
import { grouped } from '#lib/grouped.ts';
import { Field } from '#src/components/form/field.tsx';
import { useWorkspace } from '#src/components/layout/use-workspace.ts';
import { Button } from '#src/components/ui/button.tsx';
import { counted } from '#src/components/ui/counted.ts';
import { Unread } from '#src/components/ui/error-state.tsx';
import { Input } from '#src/components/ui/input.tsx';
import { NO_VALUE } from '#src/components/ui/no-value.ts';
import { Panel } from '#src/components/ui/panel.tsx';
import { ToggleChip } from '#src/components/ui/toggle-chip.tsx';
import { formatGb } from './gb-text.ts';
import { memoryFit } from './memory-fit.ts';
import type { ValueChange } from './read-request.ts';
import type { Situation } from './situation.ts';
import { PER_MINUTE } from './submit-jobs.ts';
import { cellCode, type Shape } from './sweep.ts';
import { sweepEstimate } from './sweep-estimate.ts';
import { earlierSecondsQuery, gpuPriceQuery } from './sweep-queries.ts';

/** Pairs of lengths that published results use. */
const USUAL = ['128/128', '1024/1024', '8192/1024', '1024/8192'] as const;

interface SweepPanelProps {
  situation: Situation;
  onChange: (change: ValueChange) => void;
}

/** More lengths and repeats: the grid of jobs that will be sent, what is impossible, and what it takes. */
export function SweepPanel({ situation, onChange }: SweepPanelProps) {
  const { values, shapes, concurrencies, jobs } = situation;
  // Speech is sent no input length: more pairs of lengths would be the same jobs.
  const isSpeech = values.p_tool === 'bench-asr';
  const isGrid =
    shapes !== null &&
    concurrencies !== null &&
    (shapes.length * concurrencies.length > 1 || values.p_skip !== '');
  const isSweep = isGrid || jobs.length > 1;
  const written = values.p_more_shapes.split(/[\s,;]+/).filter((word) => word !== '');
  return (
    <Panel
      title="Sweep"
      note={isSweep ? counted(jobs.length, 'job') : 'optional: several loads in one go'}
      padded
    >
      <div className="grid gap-3">
        <div className="grid gap-1.5">
          <div className="grid grid-cols-[minmax(0,1fr)_110px] gap-3 sm:max-w-120">
            {isSpeech ? (
              <p className="text-xs text-ink-3">
                Speech has no input length, so there are no more lengths to send: list concurrencies above, or
                repeat.
              </p>
            ) : (
              <Field
                name="p_more_shapes"
                label="More lengths, ISL/OSL"
                hint="Beside the lengths above, such as 8192/1024, 1024/8192."
              >
                {(control) => <Input autoComplete="off" placeholder="none" {...control} />}
              </Field>
            )}
            <Field name="p_repeats" label="Repeats" hint="3 give an interval.">
              {(control) => <Input inputMode="numeric" autoComplete="off" {...control} />}
            </Field>
          </div>
          <div
            role="group"
            aria-label="Usual lengths of a sweep"
            className={isSpeech ? 'hidden' : 'flex flex-wrap gap-1'}
          >
            {USUAL.map((shape) => (
              <ToggleChip
                key={shape}
                pressed={written.includes(shape)}
                onPressedChange={(on) =>
                  onChange({
                    p_more_shapes: (on ? [...written, shape] : written.filter((one) => one !== shape)).join(
                      ', ',
                    ),
                  })
                }
              >
                {shape}
              </ToggleChip>
            ))}
          </div>
        </div>
        {isGrid && (
          <Grid situation={situation} shapes={shapes} concurrencies={concurrencies} onChange={onChange} />
        )}
        {isSweep && <Estimate situation={situation} />}
      </div>
    </Panel>
  );
}

/** Why a cell cannot run; null where it can, as far as is known. */
function problemOf(
  { model, quantization, config }: Situation,
  shape: Shape,
  concurrency: number,
): string | null {
  if (model?.max_context != null && shape.isl + shape.osl > model.max_context)
    return `${grouped(shape.isl + shape.osl)} tokens; the model takes ${grouped(model.max_context)}`;
  if (model === null || quantization === null || config === null || config.launch_kind === 'endpoint')
    return null;
  const fit = memoryFit(model, quantization.weight_bytes, { ...shape, concurrency }, config);
  if (fit.fits !== false || fit.needGb === null || fit.usableGb === null) return null;
  return `needs ${formatGb(fit.needGb)} GB, ${formatGb(fit.usableGb)} GB are usable`;
}

interface GridProps extends SweepPanelProps {
  shapes: readonly Shape[];
  concurrencies: readonly number[];
}

function Grid({ situation, shapes, concurrencies, onChange }: GridProps) {
  const skipped = new Set(situation.values.p_skip.split(' ').filter((code) => code !== ''));
  const set = (next: ReadonlySet<string>) => onChange({ p_skip: [...next].join(' ') });
  const impossible = shapes.flatMap((shape) =>
    concurrencies.flatMap((concurrency) =>
      problemOf(situation, shape, concurrency) === null ? [] : [cellCode(concurrency, shape)],
    ),
  );
  const left = impossible.filter((code) => !skipped.has(code));
  const planned = new Map<string, number>();
  for (const job of situation.jobs) {
    const code = cellCode(job.concurrency, job);
    planned.set(code, (planned.get(code) ?? 0) + 1);
  }
  return (
    <div className="grid gap-1.5">
      <div className="overflow-x-auto">
        <table className="text-xs">
          <caption className="sr-only">
            Jobs of the sweep: press a cell to leave it out or take it in again
          </caption>
          <thead>
            <tr className="text-ink-3">
              <th scope="col" className="py-1 pr-3 text-left font-medium whitespace-nowrap">
                {situation.isl === 0 ? 'OSL' : 'ISL / OSL'}
              </th>
              {concurrencies.map((concurrency) => (
                <th key={concurrency} scope="col" className="px-1 py-1 text-center font-medium">
                  {grouped(concurrency)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shapes.map((shape) => (
              <tr key={`${shape.isl}/${shape.osl}`}>
                <th scope="row" className="pr-3 text-left font-normal whitespace-nowrap">
                  {shape.isl > 0 && `${grouped(shape.isl)} / `}
                  {grouped(shape.osl)}
                </th>
                {concurrencies.map((concurrency) => {
                  const code = cellCode(concurrency, shape);
                  const problem = problemOf(situation, shape, concurrency);
                  const count = planned.get(code) ?? 0;
                  const isOn = count > 0;
                  const out = situation.repeats - count;
                  const words = [
                    `concurrency ${concurrency}, ${shape.isl > 0 ? `${shape.isl} in, ` : ''}${shape.osl} out`,
                    isOn && out > 0 && `without ${counted(out, 'repeat')}`,
                    problem,
                  ].filter((one) => typeof one === 'string');
                  return (
                    <td key={code} className="p-0.5">
                      <button
                        type="button"
                        aria-pressed={isOn}
                        aria-label={words.join(': ')}
                        title={problem ?? code}
                        onClick={() => {
                          const next = new Set(skipped);
                          if (isOn) next.add(code);
                          else
                            for (const one of skipped)
                              if (one === code || one.startsWith(`${code}-r`)) next.delete(one);
                          set(next);
                        }}
                        className={clsx(
                          'grid h-7 w-11 place-items-center rounded border',
                          !isOn && 'border-dashed border-line-strong text-ink-3',
                          isOn && problem === null && 'border-accent bg-accent-soft text-accent',
                          isOn && problem !== null && 'border-bad bg-bad-soft text-bad',
                        )}
                      >
                        <span aria-hidden>{isOn ? (problem === null ? '✓' : '!') : '–'}</span>
                      </button>
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className="text-xs text-ink-3">
        Columns are concurrencies.{' '}
        {impossible.length > 0 &&
          `${counted(impossible.length, 'cell')} cannot run: too long for the model, or more than the memory holds.`}
      </p>
      {left.length > 0 && (
        <div>
          <Button onClick={() => set(new Set([...skipped, ...left]))}>
            Leave out {counted(left.length, 'cell')} that cannot run
          </Button>
        </div>
      )}
    </div>
  );
}

function duration(seconds: number): string {
  if (seconds < 90) return `${Math.round(seconds)} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 90 ? `${minutes} min` : `${(minutes / 60).toFixed(1)} h`;
}

function Estimate({ situation }: { situation: Situation }) {
  const { orgId } = useWorkspace();
  const { config, jobs } = situation;
  const earlier = useQuery(earlierSecondsQuery(orgId, config?.config_code ?? ''));
  const price = useQuery(gpuPriceQuery(config?.gpu_model ?? ''));
  const estimate = sweepEstimate(
    jobs.length,
    PER_MINUTE,
    earlier.data ?? [],
    config?.gpu_count ?? null,
    price.data?.usd_per_gpu_hour ?? null,
  );
  const facts = [
    { label: 'Jobs', value: grouped(jobs.length), title: undefined },
    {
      label: 'Sending takes',
      value: estimate.sendingSeconds === 0 ? 'a moment' : `about ${duration(estimate.sendingSeconds)}`,
      title: `at most ${PER_MINUTE} a minute`,
    },
    {
      label: 'Running, one after another',
      value: estimate.seconds === null ? NO_VALUE : `about ${duration(estimate.seconds)}`,
      title: estimate.basis ?? undefined,
    },
    {
      label: 'GPU hours',
      value: estimate.gpuHours === null ? NO_VALUE : `about ${estimate.gpuHours.toFixed(1)}`,
      title:
        config?.launch_kind === 'simulated'
          ? 'simulated: counts towards no quota'
          : 'counts towards the quota of the month',
    },
    {
      label: 'Cost',
      value: estimate.usd === null ? NO_VALUE : `about $${decimals(estimate.usd, estimate.usd < 10 ? 2 : 0)}`,
      title:
        price.data === undefined
          ? undefined
          : price.data === null
            ? 'no price of this GPU is known'
            : `$${price.data.usd_per_gpu_hour} a GPU hour, ${price.data.basis_name}${price.data.is_guess ? ' (a guess)' : ''}`,
    },
  ];
  return (
    <>
      <Unread query={earlier} what="How long earlier jobs took" />
      <Unread query={price} what="The price of the GPU" />
      <dl aria-label="What the sweep takes" className="flex flex-wrap gap-x-6 gap-y-1.5 text-sm">
        {facts.map(({ label, value, title }) => (
          <div key={label} title={title}>
            <dt className="text-xs text-ink-3">{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p className="text-xs text-ink-3">
        {estimate.basis !== null
          ? `Time: ${estimate.basis}.`
          : earlier.isError
            ? 'Time and cost are not estimated.'
            : 'No earlier job on this config says how long one takes, so time and cost are not estimated.'}
      </p>
    </>
  );
}
