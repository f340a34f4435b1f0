import { apiPaths } from '../../../contract/api.ts';
import { CONTACT_PAGE_ALERT, contactPageForm, contactPageMarks } from '../../../contract/forms/contact-page.ts';
import { contacts as words } from '../../content/contacts.ts';
import { FormFields } from '../../forms/form-fields.tsx';
import { ConsentNote, Honeypot } from '../../forms/form-parts.tsx';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import styles from '../../forms/declared-form.module.css';

/** The form as the server sends it back: marks where it puts what was typed and what is wrong. */
export function RefusedForm() {
  return (
    <form className={styles.form} method="post" action={apiPaths.contacts} noValidate aria-labelledby="contacts">
      <Alert look="danger" icon="warning" title={CONTACT_PAGE_ALERT} />
      <p className={styles.legend}>{words.legend}</p>
      <div className={styles.fields}>
        <FormFields
          form={contactPageForm}
          answers={markedAs('value')}
          errors={markedAs('error')}
          prefix="contacts"
          invalidMark={(field) => contactPageMarks(field).invalid}
        />
        <Honeypot />
      </div>
      <ConsentNote consent={contactPageForm.consent} />
      <Button type="submit" size="large" className={styles.submit}>
        {contactPageForm.submit}
      </Button>
    </form>
  );
}

function markedAs(what: 'value' | 'error'): Record<string, string> {
  return Object.fromEntries(contactPageForm.fields.map(({ field }) => [field, contactPageMarks(field)[what]]));
}
