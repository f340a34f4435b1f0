import { currentCommands } from './commands.ts';
import { isCharacter, matchKeys, tokenOf } from './match-keys.ts';
import { storedChoice } from '../parts/stored-choice.ts';

/** Milliseconds within which the second key of a pair must follow. */
const PAIR = 1200;

/** Whether shortcuts without a modifier are on. */
export const characterKeys = storedChoice('character-keys', ['on', 'off']);

export function startKeyboard(): void {
  let pending: string | undefined;
  let forget: ReturnType<typeof setTimeout> | undefined;
  addEventListener('keydown', (event) => {
    const token = tokenOf(event);
    if (token === undefined || event.defaultPrevented || event.isComposing || event.repeat) return;
    if (!mayAct(token, event.target as Element)) return;
    const commands = currentCommands().filter(
      ({ keys, helpOnly }) => keys !== undefined && helpOnly !== true && (characterKeys.read() === 'on' || !isCharacter(keys)),
    );
    const matched = matchKeys(token, pending, commands);
    clearTimeout(forget);
    pending = matched.pending;
    forget = setTimeout(() => (pending = undefined), PAIR);
    if (matched.command === undefined) return;
    event.preventDefault();
    matched.command.run();
  });
}

/** Shortcuts do not run while typing (except with Ctrl or Command) or in a dialog, except the key that closes the palette. */
function mayAct(token: string, target: Element): boolean {
  if (document.querySelector('dialog:modal') !== null) return token === 'mod+k' && target.closest('[data-palette]') !== null;
  const types = target.closest('input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]') !== null;
  if (types) return token.startsWith('mod+');
  // Enter activates a focused button or link as usual.
  return !(token === 'Enter' && target.closest('a[href], button, summary') !== null);
}
