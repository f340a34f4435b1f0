import { REPORT_CALLER } from '../../contract/callers.ts';
import { useEffect, useState, type RefObject } from 'react';
import { apiPaths, SITE_PRODUCT } from '../../contract/api.ts';
import { reportForm, reportMessages } from '../../contract/forms/report.ts';
import { Button } from '../../ui/button.tsx';
import { getreport as words } from '../content/getreport.ts';
import { DeclaredForm } from '../forms/declared-form.tsx';
import { ResultNotice } from '../forms/notices.tsx';
import { PhoneInput } from '../forms/phone-input.tsx';
import { storedAttempts } from '../forms/attempts.ts';
import { reportOpened } from '../forms/report-opened.ts';
import { createSubmitForm } from '../forms/submit-form.ts';
import { useForm } from '../forms/use-form.ts';
import { pageSetting } from '../frame/page-setting.ts';
import { getVisitorId } from '../frame/visitor.ts';

export function Component() {
  const { encoding, type, submit: label, consent } = reportForm;
  const action = apiPaths.reports(SITE_PRODUCT);
  const [submit] = useState(() => createSubmitForm({ url: pageSetting('api') + action, encoding, attempts: storedAttempts(type) }));
  const preset = { uuid: import.meta.env.SSR ? '' : getVisitorId() };
  const live = useForm({ form: reportForm, validateOn: 'blur', submit, draft: type, preset });
  useOpened(live.element);
  const close = (
    <Button variant="outline" className="self-start mt-1" onClick={live.close}>
      {words.close}
    </Button>
  );
  return (
    <DeclaredForm
      live={live}
      words={{ submit: label, sending: words.sending, legend: words.legend }}
      label={{ by: 'report-form' }}
      consent={consent}
      phone={PhoneInput}
      plain={{ method: 'post', action }}
      notice={<ResultNotice result={live.result} words={reportMessages} action={close} />}
    />
  );
}

/** Reports that the form was opened once one of its fields gets the focus, because it is always on the page. */
function useOpened(element: RefObject<HTMLFormElement | null>): void {
  useEffect(() => {
    const form = element.current;
    if (!form) return undefined;
    const tell = () => reportOpened(REPORT_CALLER);
    form.addEventListener('focusin', tell);
    if (form.contains(document.activeElement)) tell();
    return () => form.removeEventListener('focusin', tell);
  }, [element]);
}
