import { useState } from 'react';
import { z } from 'zod';
import { Field } from '#src/components/form/field.tsx';
import { Form, FormError, useSchemaForm } from '#src/components/form/form.tsx';
import { Button } from '#src/components/ui/button.tsx';
import { Checkbox } from '#src/components/ui/checkbox.tsx';
import { ChoiceGroup } from '#src/components/ui/choice-group.tsx';
import { Combobox } from '#src/components/ui/combobox.tsx';
import { CompactSelect } from '#src/components/ui/compact-select.tsx';
import { Input } from '#src/components/ui/input.tsx';
import { LinkTabs } from '#src/components/ui/link-tabs.tsx';
import { Switch } from '#src/components/ui/switch.tsx';
import { Tab, TabList, TabPanel, Tabs } from '#src/components/ui/tabs.tsx';
import { States } from './states.tsx';

const OPTIONS = [
  { value: 'fp8', label: 'FP8', detail: '8 bit' },
  { value: 'bf16', label: 'BF16', warning: 'Needs twice the memory' },
  { value: 'fp4', label: 'FP4', disabledReason: 'This GPU has no FP4' },
];
const schema = z.object({
  name: z.string().min(1),
  concurrency: z.coerce.number().pipe(z.int().min(1).max(4096)),
});

/** What chooses, and a form with hint, error and a failure of its own: send it to see the errors. */
export function ChoiceStates({ look }: { look: string }) {
  const [precision, setPrecision] = useState('fp8');
  const [on, setOn] = useState(true);
  const label = (name: string) => `${name}, ${look}`;
  const form = useSchemaForm({
    schema,
    defaultValues: { name: '', concurrency: 0 },
    onSubmit: () => Promise.reject(new Error('The design page sends nothing.')),
  });
  return (
    <>
      <States of="Checkbox, Switch">
        <Checkbox aria-label={label('On')} checked={on} onCheckedChange={(next) => setOn(next === true)} />
        <Checkbox aria-label={label('In part')} checked="indeterminate" />
        <Checkbox aria-label={label('Checked, disabled')} checked disabled />
        <Switch aria-label={label('Switch')} checked={on} onCheckedChange={setOn} />
        <Switch aria-label={label('Switch, disabled')} disabled />
      </States>
      <States of="ChoiceGroup">
        <ChoiceGroup
          aria-label={label('Choices')}
          value={precision}
          onValueChange={setPrecision}
          options={OPTIONS}
        />
      </States>
      <States of="CompactSelect, Combobox">
        <CompactSelect
          label={label('Compact')}
          value={precision}
          onValueChange={setPrecision}
          options={OPTIONS}
        />
        <Combobox
          aria-label={label('Found by typing')}
          value={precision}
          onValueChange={setPrecision}
          options={OPTIONS}
        />
        <Combobox
          aria-label={label('Nothing chosen')}
          value={null}
          placeholder="Choose a precision"
          onValueChange={setPrecision}
          options={OPTIONS}
        />
      </States>
      <States of="Tabs">
        <Tabs defaultValue="a" className="min-w-0">
          <TabList aria-label={label('Tabs')}>
            <Tab value="a">Results</Tab>
            <Tab value="b">Logs</Tab>
            <Tab value="c" disabled>
              Telemetry
            </Tab>
          </TabList>
          <TabPanel value="a">The first tab.</TabPanel>
          <TabPanel value="b">The second tab.</TabPanel>
        </Tabs>
      </States>
      <States of="LinkTabs">
        <LinkTabs
          label={label('Linked tabs')}
          tabs={[
            { label: 'Results', search: {}, active: true },
            { label: 'Logs', search: { tab: 'logs' }, active: false },
          ]}
        />
      </States>
      <States of="Field, Form">
        <Form state={form} aria-label={label('Form')} className="w-full">
          <Field name="name" label="Name" hint="Seen by everybody in the workspace.">
            {(control) => <Input {...control} />}
          </Field>
          <Field name="concurrency" label="Concurrency">
            {(control) => <Input {...control} inputMode="numeric" unit="requests" />}
          </Field>
          <FormError title="The form could not be sent" />
          <Button type="submit" variant="primary" className="justify-self-start">
            Send
          </Button>
        </Form>
      </States>
    </>
  );
}
