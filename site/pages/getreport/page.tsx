import { getreport as words } from '../../content/getreport.ts';
import { Island } from '../../islands/island.tsx';
import styles from './page.module.css';
import { ReportSheet } from './report-sheet.tsx';

export function Page() {
  return (
    <div className={`wrap ${styles.page}`}>
      <div className={styles.words}>
        <h1 tabIndex={-1}>{words.title}</h1>
        <p className={styles.lead}>{words.lead}</p>
        <div className={styles.report}>
          <ReportSheet />
          <dl className={styles.facts}>
            {words.contents.map(([term, fact]) => (
              <div key={term}>
                <dt>{term}</dt>
                <dd>{fact}</dd>
              </div>
            ))}
          </dl>
        </div>
      </div>
      <section className={styles.request} aria-labelledby="report-form">
        <h2 id="report-form" className={styles.title}>
          {words.formTitle}
        </h2>
        <noscript>
          <p className={styles.note}>
            {words.withoutScript} <a href="/contacts">{words.withoutScriptLink}</a>.
          </p>
        </noscript>
        <Island name="report-form" when="intent" props={{}} />
      </section>
    </div>
  );
}
