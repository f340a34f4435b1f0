/** Milliseconds after the last press, key or turn of the wheel for which somebody counts as being at the page. */
const STAYS = 60_000;

/** The page was opened by somebody. */
let lastAct = Date.now();

/** Notes whenever somebody does something at this page: what the page asks for while nobody does is no sign of life. */
export function watchAttendance(): void {
  for (const act of ['pointerdown', 'keydown', 'wheel', 'touchmove']) addEventListener(act, noteAct, { capture: true, passive: true });
}

/** Somebody did something that this page heard of otherwise. */
export function noteAct(): void {
  lastAct = Date.now();
}

export function isAttended(): boolean {
  return Date.now() - lastAct < STAYS;
}
