import { dialogPlainForm } from '../../../contract/forms/plain-form-list.ts';
import { dialogFormPaths, type DialogFormType } from '../../../contract/form-pages.ts';
import type { PageRow } from '../../../contract/pages.ts';
import { contactFormWords } from '../../content/contact-form.ts';
import { formWords as words } from '../../content/forms.ts';
import { when } from '../../content/plain-form.ts';
import { RefusedForm } from '../../forms/refused-form.tsx';
import { RequiredLegend } from '../../forms/required-legend.tsx';
import { FORM_PAGE_TITLE, FormPage } from '../../sections/form-page.tsx';

export function Page({ page: { mode = '' } }: { page: PageRow }) {
  if (!isFormType(mode)) return <Sent />;
  const declared = dialogPlainForm(mode, { texts: contactFormWords, when, said: words });
  const { title, intro } = declared.form;
  return (
    <FormPage title={title} intro={intro}>
      <RefusedForm declared={declared} legend={<RequiredLegend />} label={FORM_PAGE_TITLE} />
    </FormPage>
  );
}

function Sent() {
  return (
    <FormPage title={contactFormWords.messages.successTitle}>
      <p>{contactFormWords.messages.success}</p>
      <p>
        <a href="/">{words.home}</a>
      </p>
    </FormPage>
  );
}

function isFormType(mode: string): mode is DialogFormType {
  return Object.hasOwn(dialogFormPaths, mode);
}
