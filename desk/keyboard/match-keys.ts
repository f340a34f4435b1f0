import type { DeskCommand } from './commands.ts';

export type Press = { key: string; ctrlKey: boolean; metaKey: boolean; altKey: boolean; shiftKey?: boolean };

/** The key press as commands write it; undefined for a modifier alone and for anything with Alt, which no command uses. */
export function tokenOf({ key, ctrlKey, metaKey, altKey, shiftKey = false }: Press): string | undefined {
  if (altKey || ['Control', 'Meta', 'Shift', 'Alt', 'AltGraph', 'Dead'].includes(key)) return undefined;
  const name = key === ' ' ? 'Space' : key.length === 1 ? key.toLowerCase() : shiftKey && key.startsWith('Arrow') ? `Shift+${key}` : key;
  return ctrlKey || metaKey ? `mod+${name}` : name;
}

export type Matched = { command?: DeskCommand; pending?: string };

/**
 * @param pending the first key of a pair, pressed before this one
 * @returns the command, or the first key of a pair if another one must follow
 */
export function matchKeys(token: string, pending: string | undefined, commands: readonly DeskCommand[]): Matched {
  const written = pending === undefined ? token : `${pending} ${token}`;
  const command = commands.find(({ keys }) => keys === written);
  if (command !== undefined) return { command };
  if (commands.some(({ keys }) => keys?.startsWith(`${written} `))) return { pending: written };
  // The key does not complete the pair, so it is matched alone.
  return pending === undefined ? {} : matchKeys(token, undefined, commands);
}

/** Whether a shortcut has a single character, which speech input may trigger by mistake: these can be turned off (WCAG 2.1.4). */
export function isCharacter(keys: string): boolean {
  return keys.split(' ').some((key) => key.length === 1);
}

/** The labels on the keyboard. */
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
