import { Suspense, useState, useTransition } from 'react';
import { reach } from '#src/components/ui/reach.ts';
import { ComboboxTrigger, triggerProps, type ComboboxProps } from './combobox-trigger.tsx';
import { lazyPart } from './lazy-part.ts';

/** A lazy part drops the type parameter; options only reach the handler they came with. About 25 kB gzipped. */
const ComboboxList = lazyPart(
  () => import('./combobox-list.tsx'),
  (part) => part.ComboboxList<never>,
);

/** One of many options, found by typing. What opens is loaded when the field is first pointed at or focused. */
export function Combobox<T extends string>(props: ComboboxProps<T>) {
  const [isWanted, setWanted] = useState(false);
  /** Typed before the list was there: the field keeps the focus until then. */
  const [early, setEarly] = useState('');
  const [isComing, startComing] = useTransition();
  const open = () => startComing(() => setWanted(true));
  const closed = (
    <ComboboxTrigger
      {...triggerProps(props as unknown as ComboboxProps<string>)}
      aria-haspopup="dialog"
      aria-expanded={false}
      {...reach(ComboboxList.load)}
      onClick={open}
      onKeyDown={(event) => {
        const isText = isComing && event.key.length === 1;
        if (event.key !== 'ArrowDown' && !isText) return;
        event.preventDefault();
        if (isText) setEarly((typed) => typed + event.key);
        else open();
      }}
    />
  );
  return (
    <Suspense fallback={closed}>
      {isWanted ? <ComboboxList {...(props as unknown as ComboboxProps<never>)} early={early} /> : closed}
    </Suspense>
  );
}
