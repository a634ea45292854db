import { Suspense, useState } from 'react';
import type { Project } from '#contract/views/v-projects.ts';
import { LateFormBox, useLateForm, type LateForm } from '#src/components/form/late-form.tsx';
import { Page, PageHeader } from '#src/components/layout/page-header.tsx';
import { useWorkspace } from '#src/components/layout/use-workspace.ts';
import { Button } from '#src/components/ui/button.tsx';
import { counted } from '#src/components/ui/counted.ts';
import { ErrorState } from '#src/components/ui/error-state.tsx';
import { late, useLate } from '#src/components/ui/late.ts';
import { lazyPart } from '#src/components/ui/lazy-part.ts';
import { Skeleton } from '#src/components/ui/skeleton.tsx';
import { WhenReached } from '#src/components/ui/when-reached.tsx';
import type { Draft } from './draft.ts';
import { firstLook, firstPlan, isBlank, type Look } from './first-look.ts';
import { withChange } from './initial-values.ts';
import { lookPart } from './look-part.ts';
import { NameFields } from './name-fields.tsx';
import { PreflightPanel } from './preflight-panel.tsx';
import type { ValueChange } from './read-request.ts';
import { ServerField } from './server-field.tsx';
import { SoftwareFields } from './software-fields.tsx';
import type { Situation } from './situation.ts';
import type { Sweep } from './submit-jobs.ts';
import type { SubmitValues } from './submit-schema.ts';
import { TOOL_WORDS } from './submit-values.ts';
import { ToolField } from './tool-field.tsx';
import { useSituation } from './use-situation.ts';

// Where it cannot be fetched, trying again does so: a `lazy` would stay broken.
const corePart = late(() => import('./submit-core.tsx'));
const MoreFields = lazyPart(
  () => import('./more-fields.tsx'),
  (part) => part.MoreFields,
);
const PasteDialog = lazyPart(
  () => import('./paste-dialog.tsx'),
  (part) => part.PasteDialog,
);
const RequestDialog = lazyPart(
  () => import('./request-dialog.tsx'),
  (part) => part.RequestDialog,
);
const AddModelDialog = lazyPart(
  () => import('#src/components/form/add-model-dialog.tsx'),
  (part) => part.AddModelDialog,
);

type DialogName = 'paste' | 'request' | 'model';

interface SubmitFormProps {
  /** The link the form was opened with, for the draft. */
  origin: string;
  initial: SubmitValues;
  draft: Draft | undefined;
  projects: readonly Project[];
  repeats: { id: number; name: string } | null;
  /** Of that job all but the load, which the link gives. */
  hasOtherLoad: boolean;
  missingJobId: number | null;
}

export function SubmitForm({ origin, initial, draft, ...shown }: SubmitFormProps) {
  const { orgId } = useWorkspace();
  const form = useLateForm<SubmitValues>(draft?.values ?? initial);
  const [isRestored, setRestored] = useState(draft !== undefined);
  const [sweep, setSweep] = useState<Sweep | null>(null);
  const core = useLate(corePart, form.isReached);
  const full = useLate(lookPart, form.isReached || !isBlank(form.values));
  const situation = useSituation(
    orgId,
    form.values,
    (full?.planOf ?? firstPlan)(form.values),
    full !== undefined,
  );
  const look = (full?.fullLook ?? firstLook)(situation);
  const isChanged = JSON.stringify(form.values) !== JSON.stringify(initial);
  const discard = () => {
    form.reset(initial);
    setRestored(false);
  };
  return (
    <>
      {sweep === null && (
        <FormPage {...shown} {...{ form, situation, look, isChanged, isRestored }} onDiscard={discard} />
      )}
      {core !== undefined && full !== undefined && form.isReached && (
        <core.SubmitCore
          {...{ origin, isChanged, situation, sweep }}
          restoredFrom={draft?.origin ?? origin}
          late={form}
          onSweep={setSweep}
        />
      )}
    </>
  );
}

interface FormPageProps extends Omit<SubmitFormProps, 'origin' | 'initial' | 'draft'> {
  form: LateForm<SubmitValues>;
  situation: Situation;
  look: Look;
  isChanged: boolean;
  isRestored: boolean;
  onDiscard: () => void;
}

function FormPage(props: FormPageProps) {
  const { form, situation, look, isChanged, isRestored, projects, repeats, hasOtherLoad } = props;
  const { missingJobId, onDiscard } = props;
  const { orgId } = useWorkspace();
  const [dialog, setDialog] = useState<DialogName | null>(null);
  const [seen, setSeen] = useState<readonly DialogName[]>([]);
  const { values } = form;
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
    const next = withChange(values, wanted);
    form.set(
      Object.fromEntries((Object.keys(wanted) as (keyof SubmitValues)[]).map((key) => [key, next[key]])),
    );
  };
  const jobCount = situation.jobs.length;
  return (
    <Page>
      <PageHeader
        title={TOOL_WORDS[values.p_tool].title}
        facts={[
          repeats !== null && (
            <>
              {hasOtherLoad ? 'with the settings of' : 'repeats'} job {repeats.id}, {repeats.name}
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
              <Button variant="quiet" className="min-h-6! px-1.5!" onClick={onDiscard}>
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
      <LateFormBox
        form={form}
        aria-label={TOOL_WORDS[values.p_tool].title}
        className="items-start gap-3.5! lg:grid-cols-[minmax(0,1fr)_300px] xl:grid-cols-[minmax(0,1fr)_360px]"
      >
        <div className="grid min-w-0 gap-3.5">
          <ToolField value={values.p_tool} servers={situation.servers} onChange={change} />
          <NameFields
            values={values}
            projects={projects}
            isList={situation.isList}
            names={situation.names}
            isKnown={situation.isKnown}
          />
          <ServerField situation={situation} onChange={change} />
          <SoftwareFields
            situation={situation}
            precisions={look.precisions}
            onChange={change}
            onAddModel={() => open('model')}
          />
          <WhenReached isReached={form.isReached} outline={<MoreOutline />}>
            {situation.isKnown ? (
              <MoreFields situation={situation} errors={form.errors} onChange={change} />
            ) : (
              <MoreOutline />
            )}
          </WhenReached>
        </div>
        <div className="grid gap-3.5 lg:sticky lg:top-14">
          <PreflightPanel checks={look.checks} memory={look.memory} onFix={(fix) => change(fix.change)} />
          {form.error !== null && (
            <ErrorState error={form.error} title="The job was not submitted" onRetry={() => form.submit()} />
          )}
          <div className="flex flex-wrap items-center gap-2">
            <Button type="submit" variant="primary" busy={form.isSubmitting} className="flex-1">
              {jobCount > 1 ? `Submit ${counted(jobCount, 'job')}` : 'Submit job'}
            </Button>
            {isChanged && (
              <Button variant="quiet" onClick={onDiscard}>
                Start over
              </Button>
            )}
          </div>
        </div>
      </LateFormBox>
      <Suspense>
        {seen.includes('paste') && <PasteDialog {...dialogProps('paste')} onPaste={change} />}
        {seen.includes('request') && situation.isKnown && (
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

/** The place of load, sweep and settings until their code is there. */
function MoreOutline() {
  return (
    <div className="grid gap-3.5">
      <Skeleton className="h-64! pointer-coarse:h-87!" />
      <Skeleton className="h-41! pointer-coarse:h-49.5!" />
      <Skeleton className="h-10! pointer-coarse:h-11.5!" />
    </div>
  );
}
