import { elementAt } from '../../contract/checked.ts';
import type { DeskCommand } from './commands.ts';

/** Commands that contain every word of the search; those that begin with it come first. */
export function findCommands(search: string, commands: readonly DeskCommand[]): DeskCommand[] {
  const words = folded(search).split(/\s+/).filter(Boolean);
  const shown = commands.filter(({ keysOnly }) => keysOnly !== true);
  if (words.length === 0) return shown;
  const found = shown.flatMap((command) => {
    const text = folded(`${command.title} ${command.also ?? ''} ${command.group}`);
    return words.every((word) => text.includes(word)) ? [{ command, begins: folded(command.title).startsWith(elementAt(words, 0)) }] : [];
  });
  return [...found.filter(({ begins }) => begins), ...found.filter(({ begins }) => !begins)].map(({ command }) => command);
}

/** Lower case without accents: `cafe` finds `Café`. */
function folded(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
}
