import { Suspense } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, expect, it, vi } from 'vitest';
import { lazyPart } from './lazy-part.ts';

afterEach(() => {
  vi.useRealTimers();
});

const Greeting = ({ name }: { name: string }) => <p>Hello {name}</p>;

function partOf(fetchPart: () => Promise<{ Greeting: typeof Greeting }>) {
  const Part = lazyPart(fetchPart, (part) => part.Greeting);
  const html = () =>
    renderToStaticMarkup(
      <Suspense fallback={<i>outline</i>}>
        <Part name="Ada" />
      </Suspense>,
    );
  return { Part, html };
}

it('is drawn at once where it was fetched ahead, with no outline before it', async () => {
  const { Part, html } = partOf(() => Promise.resolve({ Greeting }));
  await Part.load();
  expect(html()).toBe('<p>Hello Ada</p>');
});

it('shows the outline where it was not, and fetches it by itself', async () => {
  let asked = 0;
  const { Part, html } = partOf(() => {
    asked += 1;
    return Promise.resolve({ Greeting });
  });
  expect(html()).toContain('outline');
  await Part.load();
  expect(html()).toBe('<p>Hello Ada</p>');
  expect(asked).toBe(1);
});

it('fetches again when it is drawn some time after a failure, and not at each drawing of the failure', async () => {
  vi.useFakeTimers();
  const answers = [Promise.reject(new Error('offline')), Promise.resolve({ Greeting })];
  let asked = 0;
  const { Part, html } = partOf(() => answers[asked++] ?? Promise.reject(new Error('asked too often')));
  html();
  await expect(Part.load()).rejects.toThrow('offline');
  expect(html()).toContain('outline');
  expect(asked).toBe(1);
  vi.runAllTimers();
  html();
  await Part.load();
  expect(html()).toBe('<p>Hello Ada</p>');
  expect(asked).toBe(2);
});

it('fetches again at once where it is not drawn', async () => {
  const answers = [Promise.reject(new Error('offline')), Promise.resolve({ Greeting })];
  const { Part, html } = partOf(() => answers.shift() ?? Promise.reject(new Error('asked too often')));
  await expect(Part.load()).rejects.toThrow('offline');
  await Part.load();
  expect(html()).toBe('<p>Hello Ada</p>');
});
