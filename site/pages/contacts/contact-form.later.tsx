import { useEffect, useId, useRef, useState } from 'react';
import { apiPaths } from '../../../contract/api.ts';
import { contactPageForm, contactPageMessages } from '../../../contract/forms/contact-page.ts';
import { contacts as words } from '../../content/contacts.ts';
import { FormFields } from '../../forms/form-fields.tsx';
import { ConsentNote, Trap } from '../../forms/form-parts.tsx';
import { createFormSender } from '../../forms/form-sender.ts';
import { postForm } from '../../forms/post.ts';
import { ResultDialog } from '../../forms/result-dialog.tsx';
import { useLiveForm } from '../../forms/use-live-form.ts';
import { pageSetting } from '../../frame/page-setting.ts';
import { randomUuid } from '../../frame/visitor.ts';
import { Button } from '../../../ui/button.tsx';
import styles from './form.module.css';

/** The four fields, held against their rules as they are left. Without JavaScript it posts itself. */
export function ContactForm() {
  const [send] = useState(() =>
    createFormSender({ url: pageSetting('api') + apiPaths.contacts, post: postForm, newKey: randomUuid, now: Date.now }),
  );
  const { element, answers, errors, sending, disabled, result, round, type, visit, submit, close } = useLiveForm({
    form: contactPageForm,
    send,
    draft: contactPageForm.type,
  });
  const prefix = useId();
  const legend = useId();
  const sent = useRef(false);

  // The button is disabled once the answers have gone: focus goes on to the form.
  useEffect(() => {
    if (result?.kind === 'received') sent.current = true;
    else if (sent.current) {
      sent.current = false;
      element.current?.focus({ preventScroll: true });
    }
  }, [element, result]);

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- its fields' events, on their way up
    <form
      ref={element}
      className={styles.form}
      method="post"
      action={apiPaths.contacts}
      noValidate
      aria-labelledby="contacts"
      aria-busy={sending}
      tabIndex={-1}
      onChange={type}
      onBlur={visit}
      onSubmit={submit}
    >
      <p id={legend} className={styles.legend}>
        {words.legendLive}
      </p>
      <fieldset key={round} className={styles.fields} disabled={sending}>
        <FormFields form={contactPageForm} answers={answers} errors={errors} optional={[]} prefix={prefix} announced />
        <Trap />
      </fieldset>
      <ConsentNote consent={contactPageForm.consent} />
      <Button
        type="submit"
        size="large"
        className={`${styles.submit} ${styles.live}`}
        busy={sending}
        disabled={disabled}
        aria-describedby={legend}
      >
        {sending ? words.sending : contactPageForm.submit}
      </Button>
      <noscript>
        <Button type="submit" size="large" className={styles.submit}>
          {contactPageForm.submit}
        </Button>
      </noscript>
      <ResultDialog
        title={words.dialog}
        words={contactPageMessages}
        result={result}
        onceSent={words.sent}
        onClose={close}
        onRetry={() => void submit()}
      />
    </form>
  );
}
