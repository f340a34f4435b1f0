import { useCommands } from '../keyboard/commands.ts';
import { Keys } from '../keyboard/keys.tsx';
import { closeNotice, pauseNotice, resumeNotice, useNotice, type NoticeAct } from '../parts/notice.ts';
import styles from './notice-line.module.css';

/** Undoes what the notice tells of, from wherever somebody is. */
const UNDO = 'z';

export function NoticeLine() {
  const notice = useNotice();
  const act = notice?.act;
  useCommands(
    act === undefined
      ? []
      : [{ id: 'notice', title: `${act.words}: ${notice!.words}`, group: 'Just now', keys: UNDO, run: () => carryOut(act) }],
  );
  return (
    <output className={styles.place}>
      {notice !== undefined && (
        <span
          key={notice.id}
          className={styles.notice}
          onPointerEnter={pauseNotice}
          onPointerLeave={resumeNotice}
          onFocus={pauseNotice}
          onBlur={resumeNotice}
        >
          {notice.words}
          {act !== undefined && (
            <button type="button" className={styles.act} onClick={() => press(act)}>
              {act.words}
              <span className={styles.keys} aria-hidden="true">
                <Keys keys={UNDO} />
              </span>
            </button>
          )}
        </span>
      )}
    </output>
  );
}

/** The button goes with its notice: whoever is at it goes on in the view. */
function press(act: NoticeAct) {
  document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true });
  carryOut(act);
}

function carryOut(act: NoticeAct) {
  closeNotice();
  act.run();
}
