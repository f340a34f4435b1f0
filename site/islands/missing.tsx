import { reportDownload as words } from '../content/downloads.ts';
import { buttonClass } from '../../ui/button.tsx';
import styles from './missing.module.css';

export function Missing() {
  return (
    <div className={`stack gap-3 ${styles.missing}`}>
      <h1 tabIndex={-1}>{words.missing}</h1>
      <p className="lead">{words.missingText}</p>
      <a href="/getreport" className={buttonClass({ size: 'large' })}>
        {words.request}
      </a>
    </div>
  );
}
