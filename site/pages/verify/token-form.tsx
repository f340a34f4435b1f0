import type { ReactNode } from 'react';
import { TOKEN_PLACEHOLDER } from '../../../contract/page-marks.ts';
import { Button } from '../../../ui/button.tsx';
import type { IconName } from '../../../ui/icon.tsx';
import styles from './page.module.css';

export type VerifyState = { icon: IconName; look: 'calm' | 'good' | 'careful'; title: string; body: ReactNode };

/** Posts the link's token: opening a link changes nothing, pressing the button does. */
export function TokenForm({ action, button }: { action: string; button: string }) {
  return (
    <form className={`stack gap-1 ${styles.form}`} method="post" action={action}>
      <input type="hidden" name="token" value={TOKEN_PLACEHOLDER} />
      <Button type="submit" size="large">
        {button}
      </Button>
    </form>
  );
}
