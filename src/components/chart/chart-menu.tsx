import type { ReactNode } from 'react';
import {
  DropdownMenu,
  DropdownMenuCheckboxItem,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from '#src/components/ui/dropdown-menu.tsx';

/** What a chart's buttons and menu do, and whether they may. */
export interface ChartAction {
  readonly label: string;
  /** As a menu has it, where a button is only a sign. */
  readonly menuLabel?: string;
  /** As the button is named for assistive technology: with the chart's title. */
  readonly name: string;
  readonly keys?: string;
  readonly isPressed?: boolean;
  readonly isDisabled?: boolean;
  readonly run: () => void;
}

interface ChartMenuProps {
  readonly title: string;
  readonly actions: readonly ChartAction[];
  readonly className: string;
  readonly face: ReactNode;
}

/** The actions of a chart where there is no room for buttons; opens as it is mounted, by the press that asked for it. */
export function ChartMenu({ title, actions, className, face }: ChartMenuProps) {
  return (
    <DropdownMenu defaultOpen>
      <DropdownMenuTrigger
        className={`${className} grid place-items-center`}
        aria-label={`Actions on ${title}`}
      >
        {face}
      </DropdownMenuTrigger>
      <DropdownMenuContent align="end">
        {actions.map((action) =>
          action.isPressed === undefined ? (
            <DropdownMenuItem
              key={action.name}
              disabled={action.isDisabled === true}
              onSelect={() => action.run()}
            >
              {action.menuLabel ?? action.label}
            </DropdownMenuItem>
          ) : (
            <DropdownMenuCheckboxItem
              key={action.name}
              checked={action.isPressed}
              disabled={action.isDisabled === true}
              onCheckedChange={() => action.run()}
            >
              {action.menuLabel ?? action.label}
            </DropdownMenuCheckboxItem>
          ),
        )}
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
