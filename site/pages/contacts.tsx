import { lazy, Suspense, type ReactNode } from 'react';
import type { Page as Row } from '../../contract/pages.ts';
import { contactPageForm } from '../../contract/forms/contact-page.ts';
import { contacts as words } from '../content/contacts.ts';
import styles from './contacts/contacts.module.css';
import { RefusedForm } from './contacts/refused-form.tsx';
import { Sent } from './contacts/sent.tsx';
import { Ways } from './contacts/ways.tsx';

// Asked for along with the page, and not waited for: the page is read, and answers, before it.
const form = import('./contacts/contact-form.later.tsx');
const ContactForm = lazy(async () => ({ default: (await form).ContactForm }));

/** The form that writes to the company; what it says to a browser without JavaScript is a page of its own. */
export function Page({ page }: { page: Row }) {
  return (
    <div className={`wrap ${styles.page}`}>
      <div className={styles.words}>
        <h1 id="contacts" tabIndex={-1}>
          {contactPageForm.title}
        </h1>
        <p className={styles.lead}>{`${contactPageForm.intro} ${words.lead}`}</p>
      </div>
      <div className={styles.form}>{parts[page.mode ?? 'form']}</div>
      <Ways />
    </div>
  );
}

const parts: Readonly<Record<string, ReactNode>> = {
  form: (
    <Suspense fallback={<div className={styles.coming} />}>
      <ContactForm />
    </Suspense>
  ),
  // Answered by the server alone: its code is not the browser's.
  refused: import.meta.env.SSR ? <RefusedForm /> : null,
  sent: <Sent />,
};
