import { present } from '../../contract/checked.ts';
import { useCommands } from '../keyboard/commands.ts';
import { Keys } from '../keyboard/keys.tsx';
import { closeNotice, notice, pauseNotice, resumeNotice, type NoticeAct } from '../parts/notice.ts';
import styles from './notice-line.module.css';

/** The key that undoes the change in the current notice, on any page. */
const UNDO = 'z';

export function NoticeLine() {
  const shown = notice.use();
  const act = shown?.act;
  useCommands(
    act === undefined
      ? []
      : [{ id: 'notice', title: `${act.words}: ${present(shown).words}`, group: 'Just now', keys: UNDO, run: () => carryOut(act) }],
  );
  return (
    <output className={`stack ${styles.position}`}>
      {shown !== undefined && (
        <span
          key={shown.id}
          className={styles.notice}
          onPointerEnter={pauseNotice}
          onPointerLeave={resumeNotice}
          onFocus={pauseNotice}
          onBlur={resumeNotice}
        >
          {shown.words}
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

/** The button disappears with its notice, so the focus moves to the view. */
function press(act: NoticeAct) {
  document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true });
  carryOut(act);
}

function carryOut(act: NoticeAct) {
  closeNotice();
  act.run();
}
