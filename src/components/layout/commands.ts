import type { UseNavigateResult } from '@tanstack/react-router';
import { useEffect } from 'react';

export interface Command {
  /** Of an object its kind and number, `run-7`: one that is offered twice is shown once. */
  id: string;
  label: string;
  /** Heading in the palette: "Actions", "Jobs". */
  group: string;
  keywords?: string;
  detail?: string;
  run: (navigate: UseNavigateResult<string>) => void;
}

/** Finds objects by what a person types: projects, runs, jobs, servers. */
export interface CommandSource {
  id: string;
  search: (text: string, orgId: string, signal: AbortSignal) => Promise<readonly Command[]>;
}

let commands: readonly Command[] = [];
let sources: readonly CommandSource[] = [];
const listeners = new Set<() => void>();

export const commandStore = {
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  commands: (): readonly Command[] => commands,
  sources: (): readonly CommandSource[] => sources,
};

/** Offers actions in the command palette while the component is mounted. Pass a stable list. */
export function useCommands(own: readonly Command[]): void {
  useEffect(() => {
    commands = [...commands, ...own];
    tell();
    return () => {
      commands = commands.filter((command) => !own.includes(command));
      tell();
    };
  }, [own]);
}

/** Adds objects to the palette for as long as the page lives; once per source, at module load of the feature's route. */
export function addCommandSource(source: CommandSource): void {
  sources = [...sources.filter((one) => one.id !== source.id), source];
  tell();
}

function tell(): void {
  for (const listener of listeners) listener();
}
