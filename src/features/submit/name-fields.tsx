import { useState } from 'react';
import type { Project } from '#contract/views/v-projects.ts';
import { Field } from '#src/components/form/field.tsx';
import { Combobox } from '#src/components/ui/combobox.tsx';
import { counted } from '#src/components/ui/counted.ts';
import { Input } from '#src/components/ui/input.tsx';
import { Panel } from '#src/components/ui/panel.tsx';
import type { SubmitValues } from './submit-schema.ts';

interface NameFieldsProps {
  values: SubmitValues;
  projects: readonly Project[];
  /** Whether the name is what those of a list begin with, of which one alone may be left. */
  isList: boolean;
  names: readonly string[];
  isKnown: boolean;
}

/** Where the job is filed and what it is called. */
export function NameFields({ values, projects, isList, names, isKnown }: NameFieldsProps) {
  // Emptied by hand: shown empty until the field is left, so that a new name can be typed.
  const [isCleared, setCleared] = useState(false);
  const project = values.p_project_name;
  const [first = ''] = names;
  // What the job is called while nobody has named it.
  const suggestion = isList || values.p_job_name !== '' ? '' : first;
  const isNew =
    project !== '' && !projects.some((one) => one.project_name.toLowerCase() === project.toLowerCase());
  return (
    <Panel title="Filed under" padded>
      <div className="grid gap-3 md:grid-cols-2">
        <Field
          name="p_project_name"
          label="Project"
          hint={
            isNew ? 'New: it is created with the job.' : 'An existing one, or type the name of a new one.'
          }
        >
          {({ value, onChange, ...control }) => (
            <Combobox
              {...control}
              value={value === '' ? null : (value as string)}
              onValueChange={onChange}
              placeholder="Choose or name a project"
              options={projects.map((one) => ({
                value: one.project_name,
                label: one.project_name,
                detail: `${counted(one.run_count, 'run')}, ${counted(one.job_count, 'job')}`,
              }))}
              newLabel={(typed) => `New project "${typed}"`}
              empty="No projects yet: type a name"
            />
          )}
        </Field>
        <Field
          name="p_run_name"
          label="Run, optional"
          hint="Jobs of one run are charted together. Empty is the run “default”."
        >
          {(control) => <Input autoComplete="off" placeholder="default" {...control} />}
        </Field>
        <Field
          name="p_job_name"
          className="md:col-span-2"
          label={isList ? 'Job names begin with' : 'Job name'}
          hint={
            isList
              ? first === ''
                ? 'Suggested from model, precision and load.'
                : names.length > 1
                  ? `${first} to ${names.at(-1) ?? ''}`
                  : `Only ${first} is left.`
              : values.p_job_name === ''
                ? 'Suggested from model, precision and load; it follows them until you type one.'
                : 'Yours: it no longer follows model and load. Clear it to go back to the suggestion.'
          }
        >
          {({ value, onChange, onBlur, ...control }) => (
            <Input
              autoComplete="off"
              spellCheck={false}
              className="font-mono text-xs!"
              placeholder={
                suggestion !== ''
                  ? suggestion
                  : first !== ''
                    ? 'as suggested below'
                    : isKnown
                      ? 'suggested once a model is chosen'
                      : undefined
              }
              {...control}
              value={value === '' && !isCleared ? suggestion : (value as string)}
              onChange={(event) => {
                setCleared(event.target.value === '');
                onChange(event.target.value);
              }}
              onBlur={() => {
                setCleared(false);
                onBlur();
              }}
            />
          )}
        </Field>
      </div>
    </Panel>
  );
}
