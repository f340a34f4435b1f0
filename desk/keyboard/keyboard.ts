import { currentCommands } from './commands.ts';
import { isCharacter, matchKeys, tokenOf } from './match-keys.ts';
import { storedChoice } from '../parts/stored-choice.ts';

/** Milliseconds that the second key of a pair may take. */
const PAIR = 1200;

/** Whether letters and signs do something. */
export const characterKeys = storedChoice('character-keys', ['on', 'off']);

export function startKeyboard(): void {
  let pending: string | undefined;
  let forget: ReturnType<typeof setTimeout> | undefined;
  addEventListener('keydown', (event) => {
    const token = tokenOf(event);
    if (token === undefined || event.defaultPrevented || event.isComposing || event.repeat) return;
    if (!mayAct(token, event.target as Element)) return;
    const commands = currentCommands().filter(
      ({ keys, toldOnly }) => keys !== undefined && toldOnly !== true && (characterKeys.read() === 'on' || !isCharacter(keys)),
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

/** Where somebody types, and in a dialog, keys are its own; the one of the palette closes it too. */
function mayAct(token: string, target: Element): boolean {
  if (document.querySelector('dialog:modal') !== null) return token === 'mod+k' && target.closest('[data-palette]') !== null;
  const types = target.closest('input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]') !== null;
  if (types) return token.startsWith('mod+');
  // A button and a link do what they say.
  return !(token === 'Enter' && target.closest('a[href], button, summary') !== null);
}
