import { lazy, Suspense, useState } from 'react';
import { ComboboxTrigger, triggerProps, type ComboboxProps } from './combobox-trigger.tsx';

const loadList = () => import('./combobox-list.tsx');
/** `lazy` drops the type parameter; options only reach the handler they came with. About 25 kB gzipped. */
const ComboboxList = lazy(async () => ({ default: (await loadList()).ComboboxList<never> }));

/** One of many options, found by typing. What opens is loaded when the field is first pointed at or focused. */
export function Combobox<T extends string>(props: ComboboxProps<T>) {
  const [wanted, setWanted] = useState(false);
  const closed = (
    <ComboboxTrigger
      {...triggerProps(props as unknown as ComboboxProps<string>)}
      aria-haspopup="dialog"
      aria-expanded={false}
      onPointerEnter={() => void loadList()}
      onFocus={() => void loadList()}
      onClick={() => setWanted(true)}
      onKeyDown={(event) => {
        if (event.key !== 'ArrowDown') return;
        event.preventDefault();
        setWanted(true);
      }}
    />
  );
  if (!wanted) return closed;
  return (
    <Suspense fallback={closed}>
      <ComboboxList {...(props as unknown as ComboboxProps<never>)} />
    </Suspense>
  );
}
