import type { Consent } from '../../contract/forms/form.ts';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import { WORDING } from '../../contract/api.ts';
import { formWords } from '../content/forms.ts';
import styles from './form-parts.module.css';
import { HONEYPOT } from './read-elements.ts';

const asked: number = formWords.asked;

/** Fields that visitors do not see: the honeypot, and the version of the form's words. */
export function UnseenFields() {
  return (
    <div className="visually-hidden" aria-hidden="true">
      <label>
        Website
        <input name={HONEYPOT} type="text" tabIndex={-1} autoComplete="off" defaultValue="" />
      </label>
      {asked > 0 && <input name={WORDING} type="hidden" defaultValue={asked} />}
    </div>
  );
}

/** What a visitor agrees to by sending the form. The policy opens in a new tab, so that nothing typed is lost. */
export function ConsentNote({ consent }: { consent: Consent }) {
  return (
    <p className={`small quiet ${styles.consent}`}>
      {consent.text}{' '}
      <a href="/privacy" target="_blank" rel="noopener">
        Privacy Policy<VisuallyHidden> (opens in a new tab)</VisuallyHidden>
      </a>
    </p>
  );
}
