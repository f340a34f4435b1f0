import { useState } from 'react';
import { listPeople, removePasskeysOfPerson } from '../../../contract/calls/desk/account-calls.ts';
import { Button } from '../../../ui/button.tsx';
import { useSignedIn } from '../../account/account-context.ts';
import { useChange } from '../../data/queries.ts';
import { FormFoot } from '../../parts/desk-form.tsx';
import { FaultAlert } from '../../parts/fault-alert.tsx';
import { notify } from '../../parts/notice.ts';
import type { Person } from './person.ts';
import styles from './change-person.module.css';

/** Removes a colleague's lost passkeys. The user's are on the account page. */
export function RemovePasskeys({ person, onClose }: { person: Person; onClose: () => void }) {
  const [asked, setAsked] = useState(false);
  const account = useSignedIn();
  const remove = useChange(removePasskeysOfPerson, {
    changes: [listPeople],
    onDone: () => {
      notify(`${person.name} has no passkey any more, and adds another after a link.`);
      onClose();
    },
  });
  if (account.id === person.id || person.passkeys === 0) return null;
  return (
    <section className={asked ? `${styles.revoke} ${styles.opened}` : styles.revoke} aria-label="Lost passkey">
      <FaultAlert fault={remove.error} title="Not removed" />
      {asked && (
        <p>
          Do this when {person.name} lost a passkey, and you are sure that it is they who ask. Every passkey of the account stops working
          and its sessions end; a link to {person.address} then lets them add another.
        </p>
      )}
      <FormFoot>
        {asked ? (
          <>
            <Button busy={remove.isPending} onClick={() => remove.isPending || remove.mutate({ id: person.id })}>
              Remove {person.passkeys === 1 ? 'the passkey' : `${person.passkeys} passkeys`}
            </Button>
            <Button variant="quiet" onClick={() => setAsked(false)}>
              Leave it
            </Button>
          </>
        ) : (
          <Button variant="outline" onClick={() => setAsked(true)}>
            Lost passkey…
          </Button>
        )}
      </FormFoot>
    </section>
  );
}
