import { insights } from '../../content/insights.ts';
import { Thanks } from '../../sections/thanks.tsx';
import styles from './request-sent.module.css';

const { sent } = insights;

/** After the link of the mail: the paper is on its way, and where the figures are. */
export function PapersSent() {
  return (
    <>
      <p className={`wrap ${styles.back}`}>
        <a href="/insights">{sent.back}</a>
      </p>
      <Thanks words={sent} />
    </>
  );
}
