import { useEffect, useId, useRef, useState } from 'react';
import { apiPaths, SITE_PRODUCT } from '../../../contract/api.ts';
import { reportForm, reportMessages } from '../../../contract/forms/report.ts';
import { reportRequest as words } from '../../content/report.ts';
import { FormFields } from '../../forms/form-fields.tsx';
import { ConsentNote, Trap } from '../../forms/form-parts.tsx';
import { createFormSender } from '../../forms/form-sender.ts';
import { PhoneInput } from '../../forms/phone-input.tsx';
import { postForm } from '../../forms/post.ts';
import { useLiveForm } from '../../forms/use-live-form.ts';
import { pageSetting } from '../../frame/page-setting.ts';
import { getVisitorId, randomUuid } from '../../frame/visitor.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import styles from './report-form.module.css';

/** Asks for the report. */
export function ReportForm() {
  const [send] = useState(() =>
    createFormSender({ url: pageSetting('api') + apiPaths.reports(SITE_PRODUCT), post: postForm, newKey: randomUuid, now: Date.now }),
  );
  const preset = { uuid: import.meta.env.SSR ? '' : getVisitorId() };
  const { element, answers, errors, sending, disabled, result, round, type, visit, submit, close } = useLiveForm({
    form: reportForm,
    send,
    draft: reportForm.type,
    preset,
  });
  const notice = useRef<HTMLDivElement>(null);
  const received = result?.kind === 'received';
  useEffect(() => {
    if (result) notice.current?.focus();
  }, [result]);
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
      onChange={visit}
      onBlur={visit}
      onSubmit={submit}
    >
      <p id={legend} className={styles.legend}>
        {words.legend}
      </p>
      <div key={round} className={styles.fields}>
        <FormFields
          form={reportForm}
          answers={answers}
          errors={errors}
          optional={[]}
          prefix={prefix}
          phone={PhoneInput}
          announced
          onSettle={type}
        />
        <Trap />
      </div>
      <ConsentNote consent={reportForm.consent} />
      {result ? (
        <Alert
          ref={notice}
          look={received ? 'success' : 'danger'}
          icon={received ? 'mail' : 'warning'}
          title={received ? reportMessages.success : reportMessages.failure}
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
