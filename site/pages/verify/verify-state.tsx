import type { ReactNode } from 'react';
import { TOKEN_PLACEHOLDER } from '../../../contract/page-marks.ts';
import { Button } from '../../../ui/button.tsx';
import styles from './page.module.css';

export type VerifyState = {
  icon: 'mail' | 'check' | 'info' | 'warning';
  title: string;
  alert?: string;
  lead?: ReactNode;
  body?: ReactNode;
  /** A button that posts the link's token: opening a link changes nothing, pressing the button does. */
  form?: readonly [action: string, button: string];
  notes?: readonly ReactNode[];
};

export function TokenForm({ form: [action, button] }: { form: readonly [action: string, button: string] }) {
  return (
    <form className={`stack gap-1 items-start ${styles.form}`} method="post" action={action}>
      <input type="hidden" name="token" value={TOKEN_PLACEHOLDER} />
      <Button type="submit" size="large">
        {button}
      </Button>
    </form>
  );
}
