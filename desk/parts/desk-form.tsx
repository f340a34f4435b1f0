import type { FormHTMLAttributes, ReactNode, SubmitEvent } from 'react';
import { Button } from '../../ui/button.tsx';
import styles from './desk-form.module.css';

type FormProps = Omit<FormHTMLAttributes<HTMLFormElement>, 'onSubmit'> & { onSend: (form: HTMLFormElement) => void };

/**
 * A form that a script sends. The browser does not check it, because the schema of its call does. It is not sent again, as by the Enter key, while
 * its button is busy.
 */
export function DeskForm({ onSend, ...rest }: FormProps) {
  const send = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (event.currentTarget.querySelector('[type=submit][aria-busy=true]') === null) onSend(event.currentTarget);
  };
  return <form noValidate onSubmit={send} {...rest} />;
}

export function FieldList({ children }: { children: ReactNode }) {
  return <div className={`stack gap-3 ${styles.fields}`}>{children}</div>;
}

/** @param sticky stays visible at the end of a dialog's form while the fields scroll */
export function FormFoot({ children, sticky = false }: { children: ReactNode; sticky?: boolean }) {
  return <div className={sticky ? `${styles.foot} ${styles.sticky}` : styles.foot}>{children}</div>;
}

type SendFootProps = { children: ReactNode; sticky?: boolean; busy?: boolean; onCancel: () => void; leave?: string };

/** Buttons that send or leave the form. @param children label of the send button @param leave label of the other one */
export function SendFoot({ children, sticky = false, busy = false, onCancel, leave = 'Cancel' }: SendFootProps) {
  return (
    <FormFoot sticky={sticky}>
      <Button type="submit" busy={busy}>
        {children}
      </Button>
      <Button variant="quiet" onClick={onCancel}>
        {leave}
      </Button>
    </FormFoot>
  );
}

/** A checkbox with its words beside it. */
export function Tick({ isOn, onChange, children }: { isOn: boolean; onChange: (isOn: boolean) => void; children: ReactNode }) {
  return (
    <label className={`row ${styles.tick}`}>
      <input type="checkbox" checked={isOn} onChange={(event) => onChange(event.target.checked)} />
      {children}
    </label>
  );
}
