import { Plus } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#src/components/ui/button.tsx';
import { FilterInput } from '#src/components/ui/filter-input.tsx';
import { IconButton } from '#src/components/ui/icon-button.tsx';
import { Input, Textarea } from '#src/components/ui/input.tsx';
import { Select } from '#src/components/ui/select.tsx';
import { ToggleChip } from '#src/components/ui/toggle-chip.tsx';
import { States } from './states.tsx';

const LONG = 'A name that somebody pasted and that is much longer than the place it is shown in';
const OPTIONS = [
  { value: 'fp8', label: 'FP8' },
  { value: 'fp4', label: 'FP4', disabledReason: 'This GPU has no FP4' },
];
/** How the product draws the focus; here without being focused. */
const FOCUSED = 'outline-2 outline-offset-1 outline-accent';

/** Buttons and fields: at rest, with focus, disabled, wrong, busy, with long text. */
export function FieldStates({ look }: { look: string }) {
  const [found, setFound] = useState('llama');
  const [chip, setChip] = useState(true);
  const [chosen, setChosen] = useState<string | null>('fp8');
  const label = (name: string) => `${name}, ${look}`;
  return (
    <>
      <States of="Button">
        <Button>Rest</Button>
        <Button variant="primary">Primary</Button>
        <Button variant="danger">Danger</Button>
        <Button variant="quiet">Quiet</Button>
        <Button className={FOCUSED}>Focus</Button>
        <Button disabled>Disabled</Button>
        <Button busy>Busy</Button>
        <Button className="max-w-40">
          <Plus aria-hidden />
          <span className="truncate">{LONG}</span>
        </Button>
      </States>
      <States of="IconButton, ToggleChip">
        <IconButton label={label('Add')}>
          <Plus aria-hidden />
        </IconButton>
        <IconButton label={label('Add, disabled')} disabled>
          <Plus aria-hidden />
        </IconButton>
        <ToggleChip pressed={chip} onPressedChange={setChip}>
          pressed
        </ToggleChip>
        <ToggleChip pressed={!chip} onPressedChange={(on) => setChip(!on)} count={12}>
          not pressed
        </ToggleChip>
      </States>
      <States of="Input">
        <Input aria-label={label('Empty')} placeholder="Empty" />
        <Input aria-label={label('Filled')} defaultValue="Filled" unit="tokens/s" />
        <Input aria-label={label('Focus')} defaultValue="Focus" className={FOCUSED} />
        <Input aria-label={label('Wrong')} defaultValue="Wrong" aria-invalid />
        <Input aria-label={label('Disabled')} defaultValue="Disabled" disabled />
        <Input aria-label={label('Long')} defaultValue={LONG} />
        <Textarea aria-label={label('Text')} defaultValue={LONG} />
      </States>
      <States of="FilterInput">
        <FilterInput label={label('Find a job')} value={found} onChange={setFound} />
        <FilterInput label={label('Find, empty')} value="" onChange={() => undefined} />
      </States>
      <States of="Select">
        <Select aria-label={label('Precision')} value={chosen} onValueChange={setChosen} options={OPTIONS} />
        <Select aria-label={label('None chosen')} value={null} onValueChange={setChosen} options={OPTIONS} />
        <Select
          aria-label={label('Precision, disabled')}
          value="fp8"
          onValueChange={setChosen}
          options={OPTIONS}
          disabled
        />
      </States>
    </>
  );
}
