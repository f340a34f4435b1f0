import { useEffect, useId, useState } from 'react';
import { apiPaths, SITE_PRODUCT } from '../../contract/api.ts';
import { callerFor } from '../../contract/callers.ts';
import { contactForms, contactMessages } from '../../contract/forms/contact.ts';
import type { Field } from '../../contract/forms/form.ts';
import { pageSetting } from '../frame/page-setting.ts';
import { getVisitorId, randomUuid } from '../frame/visitor.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import styles from './contact-modal.module.css';
import { FormFields } from './form-fields.tsx';
import { ConsentNote, Trap } from './form-parts.tsx';
import { readVisit } from './landing.ts';
import { PhoneInput } from './phone-input.tsx';
import { ErrorSummary, FailureNotice, SuccessNotice } from './notices.tsx';
import { createSender } from './send.ts';
import { useDeclaredForm } from './use-declared-form.ts';

/** The contact modal of a caller: one of four forms. Mounted while it is open, so that closing it clears it. */
export function ContactModal({ caller, onClose }: { caller: string; onClose: () => void }) {
  const { form: type, optional = [] } = callerFor(caller);
  const form = contactForms[type];
  const [send] = useState(() =>
    createSender({ url: addressOf(caller), fetch: window.fetch.bind(window), newKey: randomUuid, now: Date.now }),
  );
  const { element, notice, answers, errors, phase, failure, refresh, submit } = useDeclaredForm({
    form,
    optional,
    send,
    around: () => ({ attribution: readVisit(getVisitorId()) }),
  });
  const prefix = useId();
  // The button that was pressed is disabled now, and would leave focus nowhere.
  useEffect(() => {
    if (phase === 'sending') element.current?.focus({ preventScroll: true });
  }, [phase, element]);
  const received = phase === 'received';
  const typedIn = !received && form.fields.some(({ field }) => isFilled(form.catalogue[field]!, answers[field] ?? ''));

  return (
    <Dialog open onClose={onClose} title={form.title} fullScreenBelow="small" closeLabel="Dismiss" closesOutside={!typedIn}>
      <p className={styles.intro}>{form.intro}</p>
      <form
        ref={element}
        tabIndex={-1}
        aria-label={form.title}
        className={styles.form}
        noValidate
        aria-busy={phase === 'sending'}
        onChange={refresh}
        onSubmit={submit}
      >
        {Object.keys(errors).length > 0 && <ErrorSummary ref={notice} form={form} errors={errors} prefix={prefix} />}
        <p className={styles.legend}>
          Fields marked <span className={styles.mark}>*</span> are required.
        </p>
        <fieldset className={styles.fields} disabled={received}>
          <FormFields
            form={form}
            answers={answers}
            errors={errors}
            optional={optional}
            prefix={prefix}
            phone={PhoneInput}
            onSettle={refresh}
          />
          <Trap />
        </fieldset>
        <ConsentNote consent={form.consent} />
        {failure !== undefined && <FailureNotice ref={notice} failure={failure} />}
        {received && <SuccessNotice ref={notice} />}
        <SubmitButton phase={phase} label={form.submit} onClose={onClose} />
      </form>
    </Dialog>
  );
}

function SubmitButton({ phase, label, onClose }: { phase: string; label: string; onClose: () => void }) {
  if (phase === 'received') {
    return (
      <Button size="large" className={styles.submit} onClick={onClose}>
        {contactMessages.close}
      </Button>
    );
  }
  const sending = phase === 'sending';
  return (
    <Button type="submit" size="large" className={styles.submit} busy={sending} disabled={sending}>
      {sending ? contactMessages.sending : label}
    </Button>
  );
}

function isFilled(field: Field, value: string): boolean {
  return value.trim() !== '' && field.isEmpty?.(value) !== true;
}

function addressOf(caller: string): string {
  return pageSetting('api') + apiPaths.form(SITE_PRODUCT, caller);
}
