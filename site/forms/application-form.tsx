import { useId, useState } from 'react';
import { apiPaths } from '../../contract/api.ts';
import { careerForm } from '../../contract/forms/career.ts';
import { inTexts } from '../../contract/forms/form-words.ts';
import { applicationFormWords } from '../content/application-form.ts';
import { applicationWords as words } from '../content/application.ts';
import { pageSetting } from '../frame/page-setting.ts';
import styles from './application-form.module.css';
import { DeclaredForm } from './declared-form.tsx';
import { FileInput } from './file-input.tsx';
import { HurriedNotice } from './notices.tsx';
import { PhoneInput } from './phone-input.tsx';
import { postFile } from './post-file.ts';
import { ResultDialog } from './result-dialog.tsx';
import { storedAttempts } from './attempts.ts';
import { multipartOf } from './multipart.ts';
import { createSubmitForm } from './submit-form.ts';
import { useFile } from './use-file.ts';
import { useForm } from './use-form.ts';

const form = inTexts(careerForm, applicationFormWords);
const { submit: button, messages } = applicationFormWords;
const formWords = { submit: button, sending: messages.sending, legend: words.legend };

export function ApplicationForm({ subject, labelledBy }: { subject: string; labelledBy: string }) {
  const draft = `${careerForm.type} ${subject}`;
  const [submit] = useState(() =>
    createSubmitForm({
      url: pageSetting('api') + apiPaths.applications,
      encode: multipartOf,
      post: postFile,
      attempts: storedAttempts(draft),
    }),
  );
  const chosen = useFile(form.file, draft);
  const live = useForm({ form, validateOn: 'blur', submit, chosen, draft, preset: { subject } });
  const { sending, progress, result } = live;
  const [hidden, setHidden] = useState(false);

  function send() {
    setHidden(false);
    void live.send();
  }

  return (
    <DeclaredForm
      live={{ ...live, send: async (event) => (setHidden(false), live.send(event)) }}
      words={formWords}
      label={{ by: labelledBy }}
      consent={form.consent}
      file={FileInput}
      phone={PhoneInput}
      plain={{ method: 'post', action: apiPaths.applications, encType: 'multipart/form-data' }}
      notice={result?.kind === 'hurried' && <HurriedNotice />}
    >
      <ResultDialog
        title={words.dialog}
        words={messages}
        result={result}
        onceSent={words.sent}
        waiting={sending && !hidden && <Progress share={progress ?? 0} />}
        onClose={() => (sending ? setHidden(true) : live.close())}
        onRetry={send}
      />
    </DeclaredForm>
  );
}

function Progress({ share }: { share: number }) {
  const label = useId();
  const percent = Math.floor(share * 100);
  return (
    <div className="stack gap-1">
      <output id={label} className="strong">
        {messages.sending}
      </output>
      <div className={`stack gap-2 ${styles.share}`}>
        <progress aria-labelledby={label} max={100} value={percent} />
        <span>{percent}%</span>
      </div>
      <p className="small faint">{words.sending}</p>
    </div>
  );
}
