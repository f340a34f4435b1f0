import { useState } from 'react';
import { apiPaths, SITE_PRODUCT } from '../../contract/api.ts';
import { callerFor, dialogWords } from '../../contract/callers.ts';
import { contactForms } from '../../contract/forms/contact.ts';
import { inTexts } from '../../contract/forms/form-words.ts';
import type { Form } from '../../contract/forms/form.ts';
import { PAPER_IMAGE_WIDTH, paperImage } from '../../contract/paper.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, type Closing } from '../../ui/dialog.tsx';
import { callerWords, contactFormWords } from '../content/contact-form.ts';
import { formWords as words } from '../content/forms.ts';
import type { ShownAbout } from '../frame/contact-button.tsx';
import { pageSetting } from '../frame/page-setting.ts';
import styles from './contact-modal.module.css';
import { storedAttempts } from './attempts.ts';
import { DeclaredForm } from './declared-form.tsx';
import { dropDraft } from './form-drafts.ts';
import { ResultNotice, TryAgain } from './notices.tsx';
import { PhoneInput } from './phone-input.tsx';
import { RequiredLegend } from './required-legend.tsx';
import { createSubmitForm } from './submit-form.ts';
import { useForm, type LiveForm } from './use-form.ts';

const { messages } = contactFormWords;

type ContactModalProps = {
  caller: string;
  about?: ShownAbout | undefined;
  /** A new value asks for the dialog again, so that a dialog that was closed while sending reopens. */
  request?: unknown;
  onClose: () => void;
};

/** The contact modal with the form and words of a caller. Closing clears it; if it was closed while sending, it reopens with the result. */
export function ContactModal({ caller, about, request, onClose }: ContactModalProps) {
  // The form and words stay those of the first caller, even if the dialog is opened for another one.
  const [row] = useState(() => callerFor(caller));
  const [form] = useState(() => inTexts(contactForms[row.form], contactFormWords));
  const asked = dialogWords(row, about?.name, callerWords);
  const [submit] = useState(() =>
    createSubmitForm({
      url: pageSetting('api') + apiPaths.form(SITE_PRODUCT, caller),
      attempts: storedAttempts(form.type, `${caller} ${about?.id}`),
    }),
  );
  const live = useForm({
    form,
    validateOn: 'submit',
    submit,
    draft: form.type,
    about: about && { kind: about.kind, id: about.id },
    once: true,
  });
  const { sending, result } = live;
  const [away, setAway] = useState(false);
  const [asking, setAsking] = useState(false);
  const [answered, setAnswered] = useState(request);
  if (away && (!sending || answered !== request)) setAway(false);
  if (answered !== request) setAnswered(request);

  const received = result?.kind === 'received';
  const typedIn = !received && hasAnswers(form, live);

  function close(how: Closing) {
    if (sending) return setAway(true);
    if (typedIn && (how === 'escape' || how === 'back')) return setAsking(true);
    // If the browser closed the dialog without asking, the answers are kept for the next time.
    if (how !== 'forced') dropDraft(form.type);
    onClose();
  }

  return (
    <Dialog open={!away} onClose={close} title={asked.title} fullScreenBelow="small" closeLabel="Dismiss" closesOutside={!typedIn}>
      <Introduction intro={asked.intro} img={about?.img} />
      <div className="pt-2">
        <DeclaredForm
          live={live}
          words={{ submit: asked.submit, sending: messages.sending, legend: <RequiredLegend /> }}
          label={asked.title}
          consent={form.consent}
          phone={PhoneInput}
          notice={
            <ResultNotice
              result={result}
              words={{ success: messages.successTitle, failure: messages.failure }}
              sent={<Sent email={live.answers['email']} onCorrect={() => live.correct('email')} />}
              action={!received && <TryAgain />}
            />
          }
          done={
            received ? (
              <Button size="large" className={`w-100 ${styles.close}`} onClick={() => close('button')}>
                {messages.close}
              </Button>
            ) : undefined
          }
        />
      </div>
      {asking && <DiscardDialog onStay={() => setAsking(false)} onDiscard={() => close('button')} />}
    </Dialog>
  );
}

function Introduction({ intro, img }: { intro: string; img: string | null | undefined }) {
  return (
    <div className={`row gap-2 ${styles.introduction}`}>
      {img ? <img className={styles.cover} src={paperImage(img)} alt="" width={PAPER_IMAGE_WIDTH} /> : null}
      <p className={styles.intro}>{intro}</p>
    </div>
  );
}

function Sent({ email = '', onCorrect }: { email: string | undefined; onCorrect: () => void }) {
  return (
    <>
      <p>{messages.success}</p>
      <p className={styles.address}>
        {words.sentTo} <strong>{email.trim()}</strong>.
      </p>
      <Button variant="outline" className="self-start mt-1" onClick={onCorrect}>
        {words.correct}
      </Button>
    </>
  );
}

function DiscardDialog({ onStay, onDiscard }: { onStay: () => void; onDiscard: () => void }) {
  const { title, text, yes, no } = words.discard;
  return (
    <Dialog open onClose={onStay} title={title} size="narrow" closesOutside={false} closeLabel="Dismiss">
      <p>{text}</p>
      <div className={`row wraps gap-2 ${styles.choice}`}>
        <Button onClick={onStay}>{no}</Button>
        <Button variant="outline" onClick={onDiscard}>
          {yes}
        </Button>
      </div>
    </Dialog>
  );
}

function hasAnswers({ fields, catalogue }: Form, { answers }: LiveForm): boolean {
  return fields.some(({ field }) => {
    const value = answers[field] ?? '';
    return value.trim() !== '' && catalogue[field]!.isEmpty?.(value) !== true;
  });
}
