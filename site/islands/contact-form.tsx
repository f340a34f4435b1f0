import { useState } from 'react';
import { apiPaths } from '../../contract/api.ts';
import { contactPageForm } from '../../contract/forms/contact-page.ts';
import { inTexts } from '../../contract/forms/form-words.ts';
import { messageFormWords } from '../content/message-form.ts';
import { contacts as words } from '../content/contacts.ts';
import { DeclaredForm } from '../forms/declared-form.tsx';
import { HurriedNotice } from '../forms/notices.tsx';
import { ResultDialog } from '../forms/result-dialog.tsx';
import { storedAttempts } from '../forms/attempts.ts';
import { multipartOf } from '../forms/multipart.ts';
import { createSubmitForm } from '../forms/submit-form.ts';
import { useForm } from '../forms/use-form.ts';
import { pageSetting } from '../frame/page-setting.ts';

const form = inTexts(contactPageForm, messageFormWords);

export function Component() {
  const { type, consent } = form;
  const [submit] = useState(() =>
    createSubmitForm({ url: pageSetting('api') + apiPaths.contacts, encode: multipartOf, attempts: storedAttempts(type) }),
  );
  const live = useForm({ form, validateOn: 'blur', submit, draft: type });
  return (
    <DeclaredForm
      live={live}
      words={{ submit: messageFormWords.submit, sending: words.sending, legend: words.legend }}
      label={{ by: 'contacts' }}
      consent={consent}
      plain={{ method: 'post', action: apiPaths.contacts }}
      notice={live.result?.kind === 'hurried' && <HurriedNotice />}
    >
      <ResultDialog
        title={words.dialog}
        words={messageFormWords.messages}
        result={live.result}
        onceSent={words.sent}
        onClose={live.close}
        onRetry={() => void live.send()}
      />
    </DeclaredForm>
  );
}
