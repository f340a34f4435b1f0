import type { Readable } from 'node:stream';
import type { Settings } from '../settings/settings.ts';
import type { Files } from '../files/files.ts';
import type { Store } from '../store/store.ts';

export type Command = {
  help: string;
  /** @returns the exit code */
  run(args: readonly string[], context: CommandContext): Promise<number>;
};

export type CommandContext = {
  store: Store;
  files: Files;
  settings: Settings;
  now: () => number;
  print: (text: string) => void;
  warn: (text: string) => void;
  write: (content: Readable) => Promise<void>;
  /** Asks on the terminal. Undefined if there is no terminal. */
  ask: (question: string) => Promise<string | undefined>;
};

/** A command that opens what it needs itself, so that, for example, a backup does not migrate the store of a running server. */
export type BareCommand = {
  help: string;
  bare: true;
  /** @returns the exit code */
  run(args: readonly string[], context: BareContext): Promise<number>;
};

export type BareContext = Pick<CommandContext, 'settings' | 'now' | 'print' | 'warn'>;

export class UsageError extends Error {}
