/** Milliseconds after the last press, key or turn of the wheel for which somebody counts as being at the page. */
const STAYS = 60_000;

/** The page was opened by somebody. */
let lastAct = Date.now();

/** Notes whenever somebody does something at this page: what the page asks for while nobody does is no sign of life. */
export function watchAttendance(): void {
  const note = () => (lastAct = Date.now());
  for (const act of ['pointerdown', 'keydown', 'wheel', 'touchmove']) addEventListener(act, note, { capture: true, passive: true });
}

export function isAttended(): boolean {
  return Date.now() - lastAct < STAYS;
}
