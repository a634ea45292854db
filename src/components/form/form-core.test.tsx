import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { ApiError } from '#src/api/api-error.ts';
import { emptyDocument } from './empty-document.ts';
import { FormCore } from './form-core.tsx';
import { useLateForm, type LateForm } from './late-form.tsx';

const schema = z.object({
  name: z.string().min(1, 'Enter a name.'),
  options: z.object({ seed: z.string().regex(/^\d*$/, 'Digits only.') }),
});
type Values = z.input<typeof schema>;
const START: Values = { name: '', options: { seed: '' } };

let root: Root;
let form: LateForm<Values>;
let arrive: () => void;
const sent: Values[] = [];
let answer: () => Promise<void>;

beforeEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  const page = emptyDocument();
  vi.stubGlobal('window', page.view);
  sent.length = 0;
  answer = () => Promise.resolve();
  let isThere = false;
  function Probe() {
    form = useLateForm<Values>(START);
    return (
      isThere && (
        <FormCore
          late={form}
          schema={schema}
          names={['name', 'options.seed']}
          onSubmit={(values) => {
            sent.push(values);
            return answer();
          }}
        />
      )
    );
  }
  const draw = () => root.render(<Probe />);
  arrive = () => {
    isThere = true;
    draw();
  };
  root = createRoot(page.container);
  await done(draw);
});
afterEach(async () => {
  await done(() => root.unmount());
  vi.unstubAllGlobals();
});

/** Does it and waits until everything has followed. */
const done = (step: () => void) =>
  act(async () => {
    step();
    await new Promise((resolve) => setTimeout(resolve, 10));
  });
const field = (name: string) => form.useField(name);
const type = (name: string, text: string) => field(name).field.onChange({ target: { value: text } });

it('holds what is typed before the library is there, and sends it once it is', async () => {
  await done(() => type('name', 'Ada'));
  await done(() => type('options.seed', '7'));
  expect(form).toMatchObject({ isReached: true, isAttached: false, isSubmitting: false });
  expect(form.values).toEqual({ name: 'Ada', options: { seed: '7' } });
  expect(field('options.seed').field.value).toBe('7');
  await done(() => form.submit());
  expect(form.isSubmitting).toBe(true);
  expect(sent).toEqual([]);

  await done(arrive);
  expect(sent).toEqual([{ name: 'Ada', options: { seed: '7' } }]);
  expect(form).toMatchObject({ isAttached: true, isSubmitting: false });
  expect(form.values).toEqual({ name: 'Ada', options: { seed: '7' } });
});

it('takes a reset back and forth in the order it was done', async () => {
  await done(() => form.set({ name: 'first' }));
  await done(() => form.reset(START));
  await done(() => type('options.seed', '9'));
  await done(arrive);
  expect(form.values).toEqual({ name: '', options: { seed: '9' } });
});

it('tells a field that was left early what is wrong, and the first wrong one takes the focus', async () => {
  const focus = vi.fn();
  field('name').field.ref({ focus });
  await done(() => field('name').field.onBlur());
  expect(field('name').error).toBeUndefined();
  await done(arrive);
  expect(field('name').error?.message).toBe('Enter a name.');
  await done(() => type('name', 'A'));
  expect(field('name').error).toBeUndefined();
  await done(() => type('name', ''));
  await done(() => type('options.seed', 'x'));
  await done(() => form.submit());
  expect(field('name').error?.message).toBe('Enter a name.');
  expect(field('options.seed').error?.message).toBe('Digits only.');
  expect(focus).toHaveBeenCalled();
  expect(sent).toEqual([]);
  expect(form.isSubmitting).toBe(false);
});

it('puts a refusal on its field until anything changes, and tells one that has none', async () => {
  await done(arrive);
  await done(() => type('name', 'taken'));
  answer = () =>
    Promise.reject(
      new ApiError({
        code: 'validation_failed',
        status: 400,
        message: 'That name is taken.',
        details: { field: 'name' },
      }),
    );
  await done(() => form.submit());
  expect(field('name').error?.message).toBe('That name is taken.');
  await done(() => type('options.seed', '1'));
  expect(field('name').error).toBeUndefined();

  const away = new Error('away');
  answer = () => Promise.reject(away);
  await done(() => form.submit());
  expect(form.error).toBe(away);
  expect(sent).toHaveLength(2);
});
