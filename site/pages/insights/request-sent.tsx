import { insights } from '../../content/insights.ts';
import { Thanks } from '../../sections/thanks.tsx';
import styles from './request-sent.module.css';

const { sent } = insights;

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
