import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useWatch } from 'react-hook-form';
import type { Project } from '#contract/views/v-projects.ts';
import { ApiError } from '#src/api/api-error.ts';
import { sendPaced } from '#src/api/paced.ts';
import { Form, FormError, useSchemaForm } from '#src/components/form/form.tsx';
import { Page, PageHeader } from '#src/components/layout/page-header.tsx';
import { useWorkspace } from '#src/components/layout/use-workspace.ts';
import { Button } from '#src/components/ui/button.tsx';
import { counted } from '#src/components/ui/counted.ts';
import { Skeleton } from '#src/components/ui/skeleton.tsx';
import { notify } from '#src/components/ui/toast.ts';
import { AdvancedFields } from './advanced-fields.tsx';
import { dropDraft, writeDraft } from './draft.ts';
import { withChange } from './initial-values.ts';
import { LeaveGuard } from './leave-guard.tsx';
import { memoryFit } from './memory-fit.ts';
import { NameFields } from './name-fields.tsx';
import { firstBlock, heaviestLoad, preflight, type Situation } from './preflight.ts';
import { PreflightPanel } from './preflight-panel.tsx';
import type { ValueChange } from './read-request.ts';
import { SoftwareFields } from './software-fields.tsx';
import { ServerField } from './server-field.tsx';
import { submitJob } from './submit-queries.ts';
import { PER_MINUTE, type JobOutcome, type JobToSubmit } from './submit-jobs.ts';
import { jobCall, submitSchema, TOOL_WORDS, type SubmitRequest, type SubmitValues } from './submit-schema.ts';
import { SubmittedJobs } from './submitted-jobs.tsx';
import { useSituation } from './use-situation.ts';
import { LoadFields } from './load-fields.tsx';
import { MediaFields } from './media-fields.tsx';
import { ToolField } from './tool-field.tsx';
import { Panel } from '#src/components/ui/panel.tsx';

const SweepPanel = lazy(async () => ({ default: (await import('./sweep-panel.tsx')).SweepPanel }));
const PasteDialog = lazy(async () => ({ default: (await import('./paste-dialog.tsx')).PasteDialog }));
const RequestDialog = lazy(async () => ({ default: (await import('./request-dialog.tsx')).RequestDialog }));
const AddModelDialog = lazy(async () => ({
  default: (await import('#src/components/form/add-model-dialog.tsx')).AddModelDialog,
}));

const FIELDS = Object.keys(submitSchema.shape) as (keyof SubmitValues)[];

type DialogName = 'paste' | 'request' | 'model';

interface SubmitFormProps {
  /** The link the form was opened with, for the draft. */
  origin: string;
  initial: SubmitValues;
  draft: SubmitValues | null;
  projects: readonly Project[];
  repeats: { id: number; name: string } | null;
  missingJobId: number | null;
}

export function SubmitForm({ origin, initial, draft, projects, repeats, missingJobId }: SubmitFormProps) {
  const { orgId, user } = useWorkspace();
  const router = useRouter();
  const client = useQueryClient();
  const [dialog, setDialog] = useState<DialogName | null>(null);
  const [seen, setSeen] = useState<readonly DialogName[]>([]);
  const [isRestored, setRestored] = useState(draft !== null);
  const [sweep, setSweep] = useState<{
    jobs: readonly JobToSubmit[];
    outcomes: readonly JobOutcome[];
  } | null>(null);
  const sweepRequest = useRef<SubmitRequest | null>(null);
  const isStopped = useRef(false);

  const state = useSchemaForm({
    schema: submitSchema,
    defaultValues: draft ?? initial,
    wireNames: { p_server_hostname: 'p_config_code' },
    onSubmit: (request) => send(request),
  });
  const { form } = state;
  const values = useWatch({ control: form.control, compute: (all) => all });
  const situation = useSituation(orgId, values);
  const checks = preflight(situation);
  const isChanged = JSON.stringify(values) !== JSON.stringify(initial);
  const isSent = sweep !== null;

  useEffect(() => {
    if (isSent) return;
    if (isChanged) writeDraft(sessionStorage, orgId, origin, values);
    else dropDraft(sessionStorage, orgId);
  }, [orgId, origin, values, isChanged, isSent]);

  // What the server or the pre-flight refused was the whole request: any change may have mended it.
  useEffect(() => {
    for (const name of FIELDS) {
      if (form.getFieldState(name).error?.type === 'server') form.clearErrors(name);
    }
  }, [form, values]);

  const open = (which: DialogName) => {
    setDialog(which);
    setSeen((before) => (before.includes(which) ? before : [...before, which]));
  };
  const dialogProps = (which: DialogName) => ({
    open: dialog === which,
    onOpenChange: (isOpen: boolean) => setDialog(isOpen ? which : null),
  });

  /** The only writer beside the fields themselves, and only ever called by something a person did. */
  const change = (wanted: ValueChange) => {
    const next = withChange(form.getValues(), wanted);
    for (const key of Object.keys(wanted) as (keyof SubmitValues)[]) {
      form.setValue(key, next[key], { shouldDirty: true, shouldTouch: true, shouldValidate: true });
    }
  };
  const discard = () => {
    dropDraft(sessionStorage, orgId);
    form.reset(initial);
    setRestored(false);
  };

  const send = async (request: SubmitRequest) => {
    const block = firstBlock(checks);
    if (block !== null) {
      throw new ApiError({
        code: 'validation_failed',
        status: 400,
        message: block.text,
        details: block.field === undefined ? null : { field: block.field },
      });
    }
    const { jobs } = situation;
    const [only] = jobs;
    if (jobs.length === 1 && only !== undefined) {
      const jobId = await submitJob(jobCall(request, only, { orgId, accountId: user.account_id }));
      afterSending();
      notify.success(`${only.name} is submitted`);
      // The job's page belongs to another feature, which this one knows by its address only.
      router.history.push(`/w/${orgId}/jobs/${jobId}`, undefined, { ignoreBlocker: true });
      return;
    }
    sweepRequest.current = request;
    const outcomes = await sendAll(request, jobs, []);
    const [first] = outcomes;
    if (first?.state === 'refused' && outcomes.every((one) => one.state === 'refused')) {
      // Nothing was sent: the form says why, where it can be changed.
      setSweep(null);
      throw first.error instanceof Error ? first.error : new Error(String(first.error));
    }
    afterSending();
  };
  const sendAll = (
    request: SubmitRequest,
    jobs: readonly JobToSubmit[],
    before: readonly JobOutcome[],
  ): Promise<JobOutcome[]> => {
    isStopped.current = false;
    return sendPaced(jobs, {
      perMinute: PER_MINUTE,
      send: (job) => submitJob(jobCall(request, job, { orgId, accountId: user.account_id })),
      onChange: (outcomes) => setSweep({ jobs, outcomes }),
      isStopped: () => isStopped.current,
      before,
    });
  };
  const afterSending = () => {
    dropDraft(sessionStorage, orgId);
    void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey.includes(orgId) });
  };

  if (sweep !== null) {
    return (
      <SubmittedJobs
        jobs={sweep.jobs}
        outcomes={sweep.outcomes}
        project={values.p_project_name}
        run={values.p_run_name.trim() === '' ? 'default' : values.p_run_name}
        onBack={() => setSweep(null)}
        onStop={() => {
          isStopped.current = true;
        }}
        onSendRest={() => {
          const request = sweepRequest.current;
          if (request !== null) void sendAll(request, sweep.jobs, sweep.outcomes).then(afterSending);
        }}
      />
    );
  }
  const jobCount = situation.jobs.length;
  return (
    <Page>
      <PageHeader
        title={TOOL_WORDS[values.p_tool].title}
        facts={[
          repeats !== null && (
            <>
              repeats job {repeats.id}, {repeats.name}
            </>
          ),
          missingJobId !== null && (
            <span className="text-warn">
              Job {missingJobId} is not in this workspace; the form starts empty
            </span>
          ),
          isRestored && (
            <span role="status" className="inline-flex items-center gap-1">
              restored draft
              <Button variant="quiet" className="min-h-6! px-1.5!" onClick={discard}>
                Discard
              </Button>
            </span>
          ),
          !isRestored &&
            repeats === null &&
            missingJobId === null &&
            'one job, or one for each concurrency of a list',
        ]}
        actions={
          <>
            <Button onClick={() => open('paste')}>Paste JSON</Button>
            <Button onClick={() => open('request')}>Show request</Button>
          </>
        }
      />
      <Form
        state={state}
        aria-label={TOOL_WORDS[values.p_tool].title}
        className="items-start gap-3.5! lg:grid-cols-[minmax(0,1fr)_300px] xl:grid-cols-[minmax(0,1fr)_360px]"
      >
        <div className="grid min-w-0 gap-3.5">
          <ToolField value={values.p_tool} servers={situation.servers} onChange={change} />
          <NameFields
            values={values}
            projects={projects}
            suggestion={
              situation.names.length === 1 && values.p_job_name === '' ? (situation.names[0] ?? '') : ''
            }
            names={situation.names}
          />
          <ServerField situation={situation} onChange={change} />
          <SoftwareFields situation={situation} onChange={change} onAddModel={() => open('model')} />
          <Panel title="Load" padded>
            <LoadFields values={values} onChange={change} />
            {values.p_tool !== 'bench-llm' && <MediaFields tool={values.p_tool} />}
          </Panel>
          <Suspense fallback={<Skeleton className="h-40!" />}>
            <SweepPanel situation={situation} onChange={change} />
          </Suspense>
          <AdvancedFields options={values.p_options} />
        </div>
        <div className="grid gap-3.5 lg:sticky lg:top-14">
          <PreflightPanel checks={checks} memory={memoryOf(situation)} onFix={(fix) => change(fix.change)} />
          <FormError title="The job was not submitted" onRetry={() => state.submit()} />
          <div className="flex flex-wrap items-center gap-2">
            <Button type="submit" variant="primary" busy={form.formState.isSubmitting} className="flex-1">
              {jobCount > 1 ? `Submit ${counted(jobCount, 'job')}` : 'Submit job'}
            </Button>
            {isChanged && (
              <Button variant="quiet" onClick={discard}>
                Start over
              </Button>
            )}
          </div>
        </div>
      </Form>
      <LeaveGuard
        isChanged={isChanged && !form.formState.isSubmitting}
        onDiscard={() => dropDraft(sessionStorage, orgId)}
      />
      <Suspense>
        {seen.includes('paste') && <PasteDialog {...dialogProps('paste')} onPaste={change} />}
        {seen.includes('request') && (
          <RequestDialog {...dialogProps('request')} values={values} situation={situation} />
        )}
        {seen.includes('model') && (
          <AddModelDialog
            {...dialogProps('model')}
            orgId={orgId}
            onAdded={(code) => change({ p_model_code: code })}
          />
        )}
      </Suspense>
    </Page>
  );
}

function memoryOf(situation: Situation) {
  const { model, quantization, config } = situation;
  const load = heaviestLoad(situation);
  if (model === null || quantization === null || config === null || load === null) return null;
  if (config.launch_kind === 'endpoint') return null;
  return memoryFit(model, quantization.weight_bytes, load, config);
}
