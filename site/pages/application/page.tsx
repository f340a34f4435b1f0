import { applicationPlainForm } from '../../../contract/forms/plain-form-list.ts';
import { plainFormMarks } from '../../../contract/forms/plain-form.ts';
import type { PageRow } from '../../../contract/pages.ts';
import { applicationFormWords } from '../../content/application-form.ts';
import { formWords } from '../../content/forms.ts';
import { applicationWords as words } from '../../content/application.ts';
import { FormSent } from '../../forms/form-sent.tsx';
import { RefusedForm } from '../../forms/refused-form.tsx';
import { FORM_PAGE_TITLE, FormPage } from '../../sections/form-page.tsx';

const declared = applicationPlainForm(applicationFormWords, formWords);

/** Answer to an application that was sent without scripts: the form with its errors, or our thanks. */
export function Page({ page: { mode } }: { page: PageRow }) {
  if (mode === 'sent')
    return (
      <FormPage title={words.dialog}>
        <FormSent declared={declared} text={words.sent} again={words.again} />
      </FormPage>
    );
  return (
    <FormPage title={words.dialog} intro={`${words.position} ${plainFormMarks('subject').value}`}>
      <RefusedForm declared={declared} legend={words.legend} label={FORM_PAGE_TITLE} />
    </FormPage>
  );
}
