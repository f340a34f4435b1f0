/*
 * Back closes the dialog on top and stays on the page, at every width. Each open dialog has an entry of the history, whose state counts
 * them; where the two counts differ, somebody went Back, or a dialog was closed otherwise.
 */

const dialogs: Array<() => void> = [];
let listening = false;
let settling: ReturnType<typeof setTimeout> | undefined;
let returning = false;
const settled: Array<() => void> = [];

/** Gives an open dialog an entry in the history. `onBack` asks its owner to close it, who may refuse. Returns what takes the entry away. */
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

/** Does something once the dialogs that are closed at this moment have no entry in the history: a page reloaded earlier stays as it was. */
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
