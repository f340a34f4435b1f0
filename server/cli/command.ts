import type { Readable } from 'node:stream';
import { parseArgs, type ParseArgsOptionsConfig } from 'node:util';
import type { Settings } from '../settings/settings.ts';
import type { Files } from '../files/files.ts';
import type { Store } from '../store/store.ts';
import { present } from '../../contract/checked.ts';

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

/** Combines several commands: the first argument selects one. */
export function actionCommand(actions: Readonly<Record<string, Command>>): Command {
  return {
    help: Object.values(actions)
      .map(({ help }) => help)
      .join('\n\n'),
    run: async (args, context) => {
      const [action = ''] = args;
      if (!Object.hasOwn(actions, action)) throw new UsageError(action === '' ? 'What is to be done?' : `There is no action '${action}'`);
      return present(actions[action]).run(args, context);
    },
  };
}

type Values<Options extends ParseArgsOptionsConfig> = ReturnType<
  typeof parseArgs<{ options: Options; allowPositionals: true; strict: true }>
>['values'];

type Action<Options extends ParseArgsOptionsConfig, Context> = {
  /** What error messages call each argument; an argument whose name ends with ? may be left out. */
  takes?: readonly string[];
  options?: readonly (keyof Options)[];
  /** @returns the exit code; nothing stands for 0 */
  run: (context: Context, values: Values<Options>, ...given: string[]) => Promise<number | void>;
};

/** The options of a command and its actions by name; without arguments the first action runs. */
export type Declared<Options extends ParseArgsOptionsConfig, Context> = {
  options: Options;
  actions: Readonly<Record<string, Action<Options, Context>>>;
};

/** Runs the action that the first argument names. @throws UsageError when an argument is missing or too much, or an action or option is unknown */
export async function runAction<const Options extends ParseArgsOptionsConfig, Context>(
  { options, actions }: Declared<Options, Context>,
  args: readonly string[],
  context: Context,
): Promise<number> {
  const { values, positionals } = parseArgs({ args: [...args], allowPositionals: true, strict: true, options });
  const [name = Object.keys(actions)[0] ?? '', ...given] = positionals;
  const action = Object.hasOwn(actions, name) ? actions[name] : undefined;
  if (action === undefined) throw new UsageError(`There is no action '${name}'`);
  const { takes = [], options: taken = [] } = action;
  if (given.length > takes.length) throw new UsageError(`'${given[takes.length]}' is too much`);
  const missing = takes[given.length];
  if (missing !== undefined && !missing.endsWith('?')) throw new UsageError(`'${name}' needs ${missing}`);
  const stray = Object.keys(values).find((key) => !taken.includes(key));
  if (stray !== undefined) throw new UsageError(`'${name}' does not take --${stray}`);
  return (await action.run(context, values, ...given)) ?? 0;
}

/** @throws UsageError when the text is no whole number within these bounds */
export function wholeNumber(text: string, name: string, { least = 1, most = Infinity }: { least?: number; most?: number } = {}): number {
  const number = /^\d{1,9}$/.test(text) ? Number(text) : -1;
  if (number < least || number > most)
    throw new UsageError(`${name} is a whole number from ${least}${most === Infinity ? '' : ` to ${most}`}`);
  return number;
}

/** @throws UsageError when the text is none of the allowed ones */
export function optionOf<const T extends string>(name: string, text: string, allowed: readonly T[]): T {
  const found = allowed.find((one) => one === text);
  if (found === undefined) throw new UsageError(`${name} is one of ${allowed.join(', ')}`);
  return found;
}

/** Milliseconds since the epoch. @throws UsageError when the text is no day and no time */
export function timeOption(name: string, text: string): number {
  const at = Date.parse(text);
  if (Number.isNaN(at)) throw new UsageError(`${name} is a day (2026-11-01) or a time (2026-11-01T09:30Z)`);
  return at;
}
