import type { ReactNode } from 'react';
import { reportPlainForm } from '../../../contract/forms/plain-form-list.ts';
import type { PageRow } from '../../../contract/pages.ts';
import { formWords } from '../../content/forms.ts';
import { reportFormWords } from '../../content/report-form.ts';
import { getreport as words } from '../../content/getreport.ts';
import { FormSent } from '../../forms/form-sent.tsx';
import { RefusedForm } from '../../forms/refused-form.tsx';
import { Island } from '../../islands/island.tsx';
import styles from './page.module.css';
import { ReportSheet } from './report-sheet.tsx';

export function Page({ page }: { page: PageRow }) {
  return (
    <div className={`wrap stack gap-5 ${styles.page}`}>
      <div className="stack gap-3 content-start">
        <h1 tabIndex={-1}>{words.title}</h1>
        <p className="lead max-w-34">{words.lead}</p>
        {/* Left out once the form was sent, so that its answer is seen at once. */}
        {page.mode === undefined && <Contents />}
      </div>
      <section className={`stack gap-2 content-start bordered ${styles.request}`} aria-labelledby="report-form">
        <h2 id="report-form" className="h3">
          {words.formTitle}
        </h2>
        {parts[page.mode ?? 'form']}
      </section>
    </div>
  );
}

function Contents() {
  return (
    <div className={`stack gap-3 mt-2 ${styles.report}`}>
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
  );
}

const declared = reportPlainForm(reportFormWords, formWords);

const parts: Readonly<Record<string, ReactNode>> = {
  form: <Island name="report-form" when="intent" props={{}} />,
  refused: <RefusedForm declared={declared} legend={words.legend} label="report-form" />,
  sent: <FormSent declared={declared} again={words.again} />,
};
