import type { ReactNode } from 'react';
import type { PageRow } from '../../../contract/pages.ts';
import { messagePlainForm } from '../../../contract/forms/plain-form-list.ts';
import { formWords } from '../../content/forms.ts';
import { messageFormWords } from '../../content/message-form.ts';
import { contacts as words } from '../../content/contacts.ts';
import { FormSent } from '../../forms/form-sent.tsx';
import { RefusedForm } from '../../forms/refused-form.tsx';
import { Island } from '../../islands/island.tsx';
import styles from './page.module.css';
import { Ways } from './other-ways.tsx';

export function Page({ page }: { page: PageRow }) {
  return (
    <div className={`wrap stack gap-5 page-padding ${styles.page}`}>
      <div className="stack gap-3 content-start">
        <h1 className="h1-medium" id="contacts" tabIndex={-1}>
          {messageFormWords.title}
        </h1>
        <p className={`lead ${styles.lead}`}>{`${messageFormWords.intro} ${words.lead}`}</p>
      </div>
      <div className={`min-w-0 ${styles.form}`}>{parts[page.mode ?? 'form']}</div>
      <Ways />
    </div>
  );
}

const declared = messagePlainForm(messageFormWords, formWords);

const parts: Readonly<Record<string, ReactNode>> = {
  form: <Island name="contact-form" when="intent" props={{}} />,
  refused: <RefusedForm declared={declared} legend={words.legend} label="contacts" />,
  sent: <FormSent declared={declared} text={words.sent} again={words.again} />,
};
