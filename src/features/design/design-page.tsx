import { ChartStates } from './chart-states.tsx';
import { ChoiceStates } from './choice-states.tsx';
import { FieldStates } from './field-states.tsx';
import { OverlayStates } from './overlay-states.tsx';
import { PartStates } from './part-states.tsx';
import { TableStates } from './table-states.tsx';

/** The looks of the product: theme, and whether more contrast is wanted. */
const LOOKS = [
  { name: 'light', theme: 'light', contrast: undefined },
  { name: 'dark', theme: 'dark', contrast: undefined },
  { name: 'light, more contrast', theme: 'light', contrast: 'more' },
  { name: 'dark, more contrast', theme: 'dark', contrast: 'more' },
] as const;

/** Every component in every state, in each look beside the others. Not part of what ships. */
export function DesignPage() {
  return (
    <main className="grid gap-6 p-4">
      <title>Design · Yardstick</title>
      <h1>Components</h1>
      <OverlayStates />
      <div className="grid items-start gap-4 lg:grid-cols-2 2xl:grid-cols-4">
        {LOOKS.map(({ name, theme, contrast }) => (
          <section
            key={name}
            aria-label={name}
            data-theme={theme}
            data-contrast={contrast}
            // The style sheet says light for the whole page only.
            style={{ colorScheme: theme }}
            className="grid min-w-0 gap-4 rounded border border-line bg-ground p-3 text-ink"
          >
            <h2>{name}</h2>
            <FieldStates look={name} />
            <ChoiceStates look={name} />
            <PartStates look={name} />
            <TableStates look={name} />
            <ChartStates look={name} />
          </section>
        ))}
      </div>
    </main>
  );
}
