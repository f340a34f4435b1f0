/** Milliseconds after the last press, key or scroll for which somebody counts as being at the page. */
const STAYS = 60_000;

/** Milliseconds since the epoch. Opening the page counts as an act. */
let lastAct = Date.now();

/** Records each press, key and scroll on this page, so that calls the page makes on a timer do not count as activity of a person. */
export function watchAttendance(): void {
  for (const act of ['pointerdown', 'keydown', 'wheel', 'touchmove']) addEventListener(act, noteAct, { capture: true, passive: true });
}

/** Records an act that happened where this page gets no events, such as in the CV frame. */
export function noteAct(): void {
  lastAct = Date.now();
}

export function isAttended(): boolean {
  return Date.now() - lastAct < STAYS;
}
