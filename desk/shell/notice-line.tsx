import { useNotice } from '../parts/notice.ts';
import styles from './notice-line.module.css';

export function NoticeLine() {
  const notice = useNotice();
  return (
    <output className={styles.place}>
      {notice !== undefined && (
        <span key={notice.id} className={styles.notice}>
          {notice.words}
        </span>
      )}
    </output>
  );
}
