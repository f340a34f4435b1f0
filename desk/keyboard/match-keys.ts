import type { DeskCommand } from './commands.ts';

export type Press = { key: string; ctrlKey: boolean; metaKey: boolean; altKey: boolean };

/** As commands write it; undefined for what is no command's: the key of a modifier alone, or with Alt. */
export function tokenOf({ key, ctrlKey, metaKey, altKey }: Press): string | undefined {
  if (altKey || ['Control', 'Meta', 'Shift', 'Alt', 'AltGraph', 'Dead'].includes(key)) return undefined;
  const name = key === ' ' ? 'Space' : key.length === 1 ? key.toLowerCase() : key;
  return ctrlKey || metaKey ? `mod+${name}` : name;
}

export type Matched = { command?: DeskCommand; pending?: string };

/**
 * @param pending the first of two keys, pressed before this one
 * @returns the command, or what is pending now: another key makes it one
 */
export function matchKeys(token: string, pending: string | undefined, commands: readonly DeskCommand[]): Matched {
  const written = pending === undefined ? token : `${pending} ${token}`;
  const command = commands.find(({ keys }) => keys === written);
  if (command !== undefined) return { command };
  if (commands.some(({ keys }) => keys?.startsWith(`${written} `))) return { pending: written };
  // What begins no pair stands for itself.
  return pending === undefined ? {} : matchKeys(token, undefined, commands);
}

/** Letters and signs, which somebody who speaks to the machine may say by chance: they can be switched off (WCAG 2.1.4). */
export function isCharacter(keys: string): boolean {
  return keys.split(' ').some((key) => key.length === 1);
}

/** As it stands on the keyboard. */
export function keyNames(keys: string, isMac: boolean): string[] {
  return keys.split(/ |(?<=.)\+/).map((key) => names[key]?.[isMac ? 1 : 0] ?? (key.length === 1 ? key.toUpperCase() : key));
}

const names: Readonly<Record<string, [other: string, mac: string]>> = {
  mod: ['Ctrl', '⌘'],
  Escape: ['Esc', 'Esc'],
  Enter: ['Enter', '↩'],
  PageUp: ['PgUp', 'PgUp'],
  PageDown: ['PgDn', 'PgDn'],
  ArrowUp: ['↑', '↑'],
  ArrowDown: ['↓', '↓'],
};
