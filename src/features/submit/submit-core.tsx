import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { Suspense, useEffect, useRef } from 'react';
import { flushSync } from 'react-dom';
import { ApiError } from '#src/api/api-error.ts';
import { sendPaced } from '#src/api/paced.ts';
import { FormCore } from '#src/components/form/form-core.tsx';
import type { LateForm } from '#src/components/form/late-form.tsx';
import { useWorkspace } from '#src/components/layout/use-workspace.ts';
import { lazyPart } from '#src/components/ui/lazy-part.ts';
import { notify } from '#src/components/ui/toast.ts';
import { focusPage } from '#src/components/ui/use-return-focus.ts';
import { useStop } from '#src/components/ui/use-stop.ts';
import { dropDraft, writeDraft } from './keep-draft.ts';
import { firstBlock, preflight } from './preflight.ts';
import { submitJob } from './send-job.ts';
import type { Situation } from './situation.ts';
import { PER_MINUTE, type JobOutcome, type JobToSubmit, type Sweep } from './submit-jobs.ts';
import { jobCall, schemaOf, type SubmitRequest, type SubmitValues } from './submit-schema.ts';
import { EMPTY_VALUES } from './submit-values.ts';

/** With what the router needs for it, half a kilobyte that nobody waits for. */
const LeaveGuard = lazyPart(
  () => import('./leave-guard.tsx'),
  (part) => part.LeaveGuard,
);
const SubmittedJobs = lazyPart(
  () => import('./submitted-jobs.tsx'),
  (part) => part.SubmittedJobs,
);

/** Every field, in the order of the page. */
const NAMES = [
  'p_tool',
  'p_project_name',
  'p_run_name',
  'p_job_name',
  'p_config_code',
  'p_server_hostname',
  'p_model_code',
  'p_framework_code',
  'p_version',
  'p_quantization_code',
  'p_concurrency',
  'p_input_sequence_length',
  'p_output_sequence_length',
  'p_images_per_request',
  'p_image_width',
  'p_image_height',
  'p_image_format',
  'p_image_content',
  'p_image_unique',
  'p_audio_duration_bucket',
  'p_more_shapes',
  'p_repeats',
  'p_skip',
  ...Object.keys(EMPTY_VALUES.p_options).map((name) => `p_options.${name}`),
];

interface SubmitCoreProps {
  late: LateForm<SubmitValues>;
  /** The link the form was opened with, for the draft. */
  origin: string;
  /** The link of the draft it began with, where there was one. */
  restoredFrom: string;
  isChanged: boolean;
  situation: Situation;
  sweep: Sweep | null;
  onSweep: (sweep: Sweep | null) => void;
}

/** What the form needs from the first touch on: its checks, its draft, sending, and what became of what was sent. */
export function SubmitCore({
  late,
  origin,
  restoredFrom,
  isChanged,
  situation,
  sweep,
  onSweep,
}: SubmitCoreProps) {
  const { orgId, user } = useWorkspace();
  const router = useRouter();
  const client = useQueryClient();
  const sweepRequest = useRef<SubmitRequest | null>(null);
  const { start, stop } = useStop();
  const { values } = late;
  const { jobs } = situation;
  const isSent = sweep !== null;
  const count = (states: RegExp) => (sweep?.outcomes ?? []).filter(({ state }) => states.test(state)).length;
  const forgetDraft = () => dropDraft(sessionStorage, orgId, [origin, restoredFrom]);

  useEffect(() => {
    if (isSent) return;
    const origins = [origin, restoredFrom];
    if (isChanged) writeDraft(sessionStorage, orgId, origins, values);
    else dropDraft(sessionStorage, orgId, origins);
  }, [orgId, origin, restoredFrom, values, isChanged, isSent]);

  // What had the focus is gone with the form, or with the list.
  const wasSent = useRef(isSent);
  useEffect(() => {
    if (wasSent.current !== isSent) focusPage();
    wasSent.current = isSent;
  }, [isSent]);

  const submitOne = (request: SubmitRequest, job: JobToSubmit) =>
    submitJob(jobCall(request, job, { orgId, accountId: user.account_id }));
  const send = async (request: SubmitRequest) => {
    const block = firstBlock(preflight(situation));
    if (block !== null) {
      throw new ApiError({
        code: 'validation_failed',
        status: 400,
        message: block.text,
        details: block.field === undefined ? null : { field: block.field },
      });
    }
    const [only] = jobs;
    if (jobs.length === 1 && only !== undefined) {
      await sendOnly(request, only);
      return;
    }
    // Where its code cannot be fetched nothing is sent.
    await SubmittedJobs.load();
    sweepRequest.current = request;
    // What is left comes back with it, whatever ends the sending.
    writeDraft(sessionStorage, orgId, [origin, restoredFrom], values);
    const outcomes = await sendAll(request, jobs, []);
    const [first] = outcomes;
    if (first?.state === 'refused' && outcomes.every((one) => one.state === 'refused')) {
      // Nothing was sent: the form says why, where it can be changed. It is drawn first, to take the focus.
      flushSync(() => onSweep(null));
      throw first.error instanceof Error ? first.error : new Error(String(first.error));
    }
    afterSending(outcomes);
  };
  const sendOnly = async (request: SubmitRequest, job: JobToSubmit) => {
    const page = start();
    let path: string;
    try {
      // The job's page belongs to another feature, which this one knows by its address only.
      path = `/w/${orgId}/jobs/${await submitOne(request, job)}`;
    } catch (error) {
      if (!page.aborted) throw error;
      notify.failure(`${job.name} is not submitted`, error);
      return;
    }
    afterSending([]);
    const open = () => router.history.push(path, undefined, { ignoreBlocker: !page.aborted });
    const said = `${job.name} is submitted`;
    // Who has gone to another page stays there.
    if (page.aborted) notify.success(said, { action: { label: 'Open', onClick: open } });
    else {
      notify.success(said);
      open();
    }
  };
  const sendAll = (
    request: SubmitRequest,
    wanted: readonly JobToSubmit[],
    before: readonly JobOutcome[],
  ): Promise<JobOutcome[]> =>
    sendPaced(wanted, {
      perMinute: PER_MINUTE,
      send: (job) => submitOne(request, job),
      onChange: (outcomes) => onSweep({ jobs: wanted, outcomes }),
      signal: start(),
      before,
    });
  const afterSending = (outcomes: readonly JobOutcome[]) => {
    if (outcomes.every((one) => one.state === 'sent')) forgetDraft();
    void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey.includes(orgId) });
  };

  return (
    <>
      <FormCore
        late={late}
        schema={schemaOf[values.p_tool]}
        names={NAMES}
        onSubmit={send}
        wireNames={{ p_server_hostname: 'p_config_code' }}
      />
      <Suspense>
        <LeaveGuard
          isChanged={isChanged && !isSent && !late.isSubmitting}
          isSubmitting={late.isSubmitting}
          left={count(/waiting|sending/)}
          unsent={count(/stopped|refused/)}
          onDiscard={forgetDraft}
          onStop={stop}
        />
      </Suspense>
      <Suspense>
        {sweep !== null && (
          <SubmittedJobs
            jobs={sweep.jobs}
            outcomes={sweep.outcomes}
            project={values.p_project_name}
            run={values.p_run_name.trim() === '' ? 'default' : values.p_run_name}
            onBack={() => onSweep(null)}
            onStop={stop}
            onSendRest={() => {
              const request = sweepRequest.current;
              if (request !== null) void sendAll(request, sweep.jobs, sweep.outcomes).then(afterSending);
            }}
          />
        )}
      </Suspense>
    </>
  );
}
