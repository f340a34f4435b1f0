import { useState, type ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import type { CallFault } from '../data/call-server.ts';
import { FormFoot } from './desk-form.tsx';
import { FaultAlert } from './fault-alert.tsx';
import { SmallButton } from './small-button.tsx';
import styles from './desk-form.module.css';

type AskProps<Seen> = {
  /** What a screen reader calls the section. */
  label: string;
  /** The button that asks; its words end with an ellipsis. */
  button: string;
  /** The button that does it. */
  confirm: ReactNode;
  /** What the user sees, kept from when they pressed the first button. */
  seen?: Seen;
  onConfirm: (seen: Seen) => void;
  change: { error: CallFault | null; isPending: boolean };
  /** Title of the error. */
  failure: string;
  /** Further buttons beside the one that asks. */
  more?: ReactNode;
  isSmall?: boolean;
  /** What would happen. */
  children: ReactNode;
};

/** A section whose button asks for confirmation in place, because what it does cannot be undone. */
export function AskFirst<Seen = undefined>(props: AskProps<Seen>) {
  const { label, button, confirm, seen, onConfirm, change, failure, more, isSmall = false, children } = props;
  const [asked, setAsked] = useState<{ seen: Seen }>();
  const Press = isSmall ? SmallButton : Button;
  return (
    <section className={asked !== undefined ? `${styles.part} ${styles.opened}` : isSmall ? undefined : styles.part} aria-label={label}>
      <FaultAlert fault={change.error} title={failure} />
      {asked !== undefined && children}
      <FormFoot>
        {asked !== undefined ? (
          <>
            <Press busy={change.isPending} onClick={() => onConfirm(asked.seen)}>
              {confirm}
            </Press>
            <Press variant="quiet" onClick={() => setAsked(undefined)}>
              Leave it
            </Press>
          </>
        ) : (
          <>
            {more}
            <Press variant="outline" onClick={() => setAsked({ seen: seen as Seen })}>
              {button}
            </Press>
          </>
        )}
      </FormFoot>
    </section>
  );
}
