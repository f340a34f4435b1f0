import type { Store } from './store/store.ts';

/** A command of the server's command line. */
export type Command = {
  help: string;
  /** @returns the exit code */
  run(args: readonly string[], desk: Desk): Promise<number>;
};

/** What a command works with. */
export type Desk = { store: Store; now: () => number; print: (text: string) => void };

/** The command was called the wrong way; its help is shown with the message. */
export class UsageError extends Error {}
