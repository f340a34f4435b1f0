'use client';
import { useEffect, useRef, useState } from 'react';

const FIELDS = [
  { name: 'name', label: 'Name' },
  { name: 'surname', label: 'Surname' },
  { name: 'email', label: 'Email', type: 'email' },
  { name: 'phone', label: 'Phone', type: 'tel' },
  { name: 'company', label: 'Company' },
];
const ROLES = ['Asset Manager', 'Family Office', 'Financial Advisor', 'Independent investor', 'Other'];

/** The form that every link to one opens on the page. */
export function ContactDialog() {
  const dialog = useRef(null);
  const [state, setState] = useState('open');

  useEffect(() => {
    const open = (event) => {
      if (!event.target.closest('a[role=button][href^="/form/"]')) return;
      event.preventDefault();
      dialog.current.showModal();
    };
    document.addEventListener('click', open);
    return () => document.removeEventListener('click', open);
  }, []);

  async function submit(event) {
    event.preventDefault();
    setState('sending');
    const body = JSON.stringify(Object.fromEntries(new FormData(event.currentTarget)));
    const answer = await fetch('/leads', { method: 'POST', headers: { 'content-type': 'application/json' }, body }).catch(() => undefined);
    setState(answer?.ok ? 'sent' : 'failed');
  }

  return (
    <dialog ref={dialog} aria-label="Book a demo">
      <h2>Book a demo</h2>
      {state === 'sent' ? (
        <p role="status">Thank you: an email is on its way.</p>
      ) : (
        <form onSubmit={submit} className="stack gap-3">
          {FIELDS.map(({ name, label, type = 'text' }) => (
            <label key={name}>
              {label} <input name={name} type={type} required maxLength={200} />
            </label>
          ))}
          <label>
            Role{' '}
            <select name="role" required>
              {ROLES.map((role) => (
                <option key={role}>{role}</option>
              ))}
            </select>
          </label>
          {state === 'failed' && <p role="alert">That did not work. Please try again.</p>}
          <button disabled={state === 'sending'}>Send</button>
        </form>
      )}
      <button type="button" onClick={() => dialog.current.close()}>
        Close
      </button>
    </dialog>
  );
}
