import { useEffect, useId, useRef, useState } from 'react';
import { apiPaths } from '../../contract/api.ts';
import { careerForm, careerMessages } from '../../contract/forms/career.ts';
import type { Form } from '../../contract/forms/form.ts';
import { application as words } from '../content/application.ts';
import { pageSetting } from '../frame/page-setting.ts';
import { randomUuid } from '../frame/visitor.ts';
import { Button } from '../../ui/button.tsx';
import styles from './application-form.module.css';
import { FileInput } from './file-input.tsx';
import { FormFields, fieldId } from './form-fields.tsx';
import { ConsentNote, Trap } from './form-parts.tsx';
import { createFormSender } from './form-sender.ts';
import { postForm } from './post.ts';
import { ResultDialog } from './result-dialog.tsx';
import { useLiveForm } from './use-live-form.ts';

const cv = careerForm.file!;
/** The CV stands between the answers and the boxes to tick. */
const fields = withFields((kind) => kind !== 'checkbox');
const boxes = withFields((kind) => kind === 'checkbox');

/** The application form, for a position or for none. What it is for travels with it, unseen. */
export function ApplicationForm({ subject, labelledBy }: { subject: string; labelledBy: string }) {
  const [send] = useState(() =>
    createFormSender({ url: pageSetting('api') + apiPaths.applications, post: postForm, newKey: randomUuid, now: Date.now }),
  );
  const live = useLiveForm({ form: careerForm, send, draft: `${careerForm.type} ${subject}`, preset: { subject } });
  const { element, answers, errors, sending, progress, disabled, result, round, file, type, visit, choose, leaveFile, submit, close } =
    live;
  const [hidden, setHidden] = useState(false);
  const prefix = useId();
  const legend = useId();
  useFocusBack(element, result !== undefined || sending);

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- its fields' events, on their way up
    <form
      ref={element}
      className={styles.form}
      noValidate
      aria-labelledby={labelledBy}
      aria-busy={sending}
      tabIndex={-1}
      onChange={type}
      onBlur={visit}
      onSubmit={(event) => {
        setHidden(false);
        void submit(event);
      }}
    >
      <p id={legend} className={styles.legend}>
        {words.legend}
      </p>
      <fieldset key={round} className={styles.fields} disabled={sending}>
        <FormFields form={fields} answers={answers} errors={errors} optional={[]} prefix={prefix} announced />
        <FileInput
          field={cv}
          id={fieldId(prefix, cv.name)}
          file={file}
          error={errors[cv.name]}
          disabled={sending}
          onChoose={choose}
          onLeave={leaveFile}
        />
        <FormFields form={boxes} answers={answers} errors={errors} optional={[]} prefix={prefix} announced />
        <Trap />
      </fieldset>
      <ConsentNote consent={careerForm.consent} />
      <Button type="submit" size="large" className={styles.submit} busy={sending} disabled={disabled} aria-describedby={legend}>
        {sending ? careerMessages.sending : careerForm.submit}
      </Button>
      <noscript>
        <p>
          {words.withoutScripts} <a href="/contacts">{words.contact}</a>.
        </p>
      </noscript>
      <ResultDialog
        title={words.dialog}
        words={careerMessages}
        result={result}
        onceSent={words.sent}
        waiting={sending && !hidden && <Progress share={progress ?? 0} />}
        onClose={() => (sending ? setHidden(true) : close())}
        onRetry={() => {
          setHidden(false);
          void submit();
        }}
      />
    </form>
  );
}

function Progress({ share }: { share: number }) {
  const label = useId();
  const percent = Math.floor(share * 100);
  return (
    <div className={styles.progress}>
      <output id={label} className={styles.sending}>
        {careerMessages.sending}
      </output>
      <div className={styles.share}>
        <progress aria-labelledby={label} max={100} value={percent} />
        <span>{percent} %</span>
      </div>
      <p className={styles.aside}>{words.sending}</p>
    </div>
  );
}

/** Once the dialog has gone, focus is where it was: on the button, or on the form where that is disabled now. */
function useFocusBack(form: { current: HTMLElement | null }, shown: boolean) {
  const before = useRef(shown);
  useEffect(() => {
    if (before.current && !shown && document.activeElement === document.body) form.current?.focus({ preventScroll: true });
    before.current = shown;
  }, [form, shown]);
}

function withFields(fits: (kind: string) => boolean): Form {
  return { ...careerForm, fields: careerForm.fields.filter(({ field }) => fits(careerForm.catalogue[field]!.kind)) };
}
