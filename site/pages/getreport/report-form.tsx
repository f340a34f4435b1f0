import { useId, useState } from 'react';
import { apiPaths, SITE_PRODUCT } from '../../../contract/api.ts';
import { reportForm, reportMessages } from '../../../contract/forms/report.ts';
import { reportRequest as words } from '../../content/insights.ts';
import { FormFields } from '../../forms/form-fields.tsx';
import { TRAP } from '../../forms/use-declared-form.ts';
import { pageSetting } from '../../frame/page-setting.ts';
import { randomUuid } from '../../frame/visitor.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import styles from './report-form.module.css';
import { createReportSender } from './send-report.ts';
import { useReportForm } from './use-report-form.ts';

/** Asks for the report. */
export function ReportForm() {
  const [send] = useState(() =>
    createReportSender({
      url: pageSetting('api') + apiPaths.reports(SITE_PRODUCT),
      fetch: (...request) => window.fetch(...request),
      newKey: randomUuid,
    }),
  );
  const { element, notice, answers, errors, sending, disabled, result, round, refresh, submit, close } = useReportForm(send);
  const prefix = useId();
  const legend = useId();
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- its fields' events, on their way up
    <form
      ref={element}
      className={styles.form}
      noValidate
      aria-labelledby="report-form"
      aria-busy={sending}
      onChange={refresh}
      onBlur={refresh}
      onSubmit={submit}
    >
      <p id={legend} className={styles.legend}>
        {words.legend}
      </p>
      <div key={round} className={styles.fields}>
        <FormFields form={reportForm} answers={answers} errors={errors} optional={[]} prefix={prefix} onSettle={() => refresh()} />
        <Trap />
      </div>
      <p className={styles.consent}>
        {reportForm.consent.text}{' '}
        <a href="/privacy" target="_blank" rel="noopener">
          Privacy Policy<span className={styles.unseen}> (opens in a new tab)</span>
        </a>
      </p>
      {result ? (
        <Alert
          ref={notice}
          look={result === 'received' ? 'success' : 'danger'}
          icon={result === 'received' ? 'mail' : 'warning'}
          title={result === 'received' ? reportMessages.success : reportMessages.failure}
        >
          <Button variant="outline" className={styles.close} onClick={close}>
            {words.close}
          </Button>
        </Alert>
      ) : null}
      <Button type="submit" size="large" className={styles.submit} busy={sending} disabled={disabled} aria-describedby={legend}>
        {sending ? words.sending : reportForm.submit}
      </Button>
    </form>
  );
}

/** A field that no person sees: what fills it in is a machine. */
function Trap() {
  return (
    <div className={styles.unseen} aria-hidden="true">
      <label>
        Website
        <input name={TRAP} type="text" tabIndex={-1} autoComplete="off" defaultValue="" />
      </label>
    </div>
  );
}
