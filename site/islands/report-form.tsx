import { REPORT_CALLER } from '../../contract/callers.ts';
import { useState } from 'react';
import { apiPaths, SITE_PRODUCT } from '../../contract/api.ts';
import { inTexts } from '../../contract/forms/form-words.ts';
import { reportForm } from '../../contract/forms/report.ts';
import { Button } from '../../ui/button.tsx';
import { reportFormWords } from '../content/report-form.ts';
import { getreport as words } from '../content/getreport.ts';
import { DeclaredForm } from '../forms/declared-form.tsx';
import { ResultNotice } from '../forms/notices.tsx';
import { PhoneInput } from '../forms/phone-input.tsx';
import { storedAttempts } from '../forms/attempts.ts';
import { useFormOpened } from '../forms/use-form-opened.ts';
import { multipartOf } from '../forms/multipart.ts';
import { createSubmitForm } from '../forms/submit-form.ts';
import { useForm } from '../forms/use-form.ts';
import { pageSetting } from '../frame/page-setting.ts';
import { getVisitorId } from '../frame/visitor.ts';

const form = inTexts(reportForm, reportFormWords);

export function Component() {
  const { type, consent } = form;
  const action = apiPaths.reports(SITE_PRODUCT);
  const [submit] = useState(() =>
    createSubmitForm({ url: pageSetting('api') + action, encode: multipartOf, attempts: storedAttempts(type) }),
  );
  const preset = { uuid: import.meta.env.SSR ? '' : getVisitorId() };
  const live = useForm({ form, validateOn: 'blur', submit, draft: type, preset });
  useFormOpened(live.element, REPORT_CALLER);
  const close = (
    <Button variant="outline" className="self-start mt-1" onClick={live.close}>
      {words.close}
    </Button>
  );
  return (
    <DeclaredForm
      live={live}
      words={{ submit: reportFormWords.submit, sending: words.sending, legend: words.legend }}
      label={{ by: 'report-form' }}
      consent={consent}
      phone={PhoneInput}
      plain={{ method: 'post', action }}
      notice={<ResultNotice result={live.result} words={reportFormWords.messages} action={close} />}
    />
  );
}
