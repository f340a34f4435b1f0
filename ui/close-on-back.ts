/*
 * The browser's Back closes the topmost dialog and stays on the page, at every width. Each open dialog has a history entry, whose state counts the
 * dialogs; when that count differs from the open dialogs, the user went Back or closed a dialog in another way.
 */

const dialogs: Array<() => void> = [];
let listening = false;
let settling: ReturnType<typeof setTimeout> | undefined;
let returning = false;
const settled: Array<() => void> = [];

/**
 * Adds a history entry for an open dialog.
 * @param onBack asks the dialog's owner to close it; the owner may refuse
 * @returns removes the entry
 */
export function closeOnBack(onBack: () => void): () => void {
  if (!listening) addEventListener('popstate', onPop);
  listening = true;
  dialogs.push(onBack);
  settle();
  return () => {
    dialogs.splice(dialogs.indexOf(onBack), 1);
    settle();
  };
}

/** Runs `act` once the dialogs that are closed now have no history entry left. Reloading the page earlier would leave them there. */
export function whenEntriesGone(act: () => void): void {
  settled.push(act);
  settle();
}

function onPop() {
  const wentBack = !returning && dialogs.length > entries();
  returning = false;
  if (wentBack) dialogs.at(-1)?.();
  settle();
}

function settle() {
  clearTimeout(settling);
  settling = setTimeout(() => {
    if (returning) return;
    const surplus = entries() - dialogs.length;
    if (surplus > 0) {
      returning = true;
      history.go(-surplus);
    }
    for (let depth = entries() + 1; depth <= dialogs.length; depth += 1) history.pushState({ ...history.state, dialogs: depth }, '');
    if (!returning) for (const act of settled.splice(0)) act();
  });
}

function entries(): number {
  return (history.state as { dialogs?: number } | null)?.dialogs ?? 0;
}
