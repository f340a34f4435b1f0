import { useState } from 'react';
import { changeAddress, listPeople, withdrawAddress } from '../../../contract/calls/desk/account-calls.ts';
import { Button } from '../../../ui/button.tsx';
import { useSignedIn } from '../../account/account-context.ts';
import { useChange } from '../../data/queries.ts';
import { DeskForm, FieldList, FormFoot, SendFoot } from '../../parts/desk-form.tsx';
import { useDraft } from '../../parts/drafts.ts';
import { FaultAlert } from '../../parts/fault-alert.tsx';
import { useFaults } from '../../parts/faults-of.ts';
import { TextField } from '../../parts/field.tsx';
import { Moment } from '../../parts/moment.tsx';
import { notify } from '../../parts/notice.ts';
import type { Person } from './person.ts';
import styles from './people.module.css';
import form from '../../parts/desk-form.module.css';

type AddressProps = { person: Person; onClose: () => void };

/** Changes the work address. The new one counts once it is confirmed by mail; until then the change can be cancelled. */
export function ChangeAddress(props: AddressProps) {
  return (
    <>
      <UnconfirmedAddress {...props} />
      <NewAddress {...props} />
    </>
  );
}

function UnconfirmedAddress({ person: { id, name, address, newAddress }, onClose }: AddressProps) {
  const withdraw = useChange(withdrawAddress, {
    changes: [listPeople],
    onDone: () => {
      notify(`${name} keeps ${address}. The link does nothing any more.`);
      onClose();
    },
  });
  if (newAddress === null) return null;
  return (
    <section className={`${form.part} ${form.opened}`} aria-label="New work address">
      <FaultAlert fault={withdraw.error} title="Not taken back" />
      <p className={`faint breaks ${styles.address}`}>
        A link went to {newAddress.address} <Moment at={newAddress.askedAt} />. It waits for its press until{' '}
        <Moment at={newAddress.expiresAt} />.
      </p>
      <FormFoot>
        <Button variant="outline" busy={withdraw.isPending} onClick={() => withdraw.mutate({ id })}>
          Take it back
        </Button>
      </FormFoot>
    </section>
  );
}

function NewAddress({ person: { id, name, address: before }, onClose }: AddressProps) {
  const [asked, setAsked] = useState(false);
  const [address, setAddress] = useDraft(`work address ${id}`);
  const { sendsMail } = useSignedIn();
  const change = useChange(changeAddress, {
    changes: [listPeople],
    onDone: (_, { address: sentTo }) => {
      setAddress('');
      notify(
        sendsMail
          ? `A link is on its way to ${sentTo}. The address changes when it is pressed.`
          : `The link to ${sentTo} is a file on the server. The address changes when it is pressed.`,
      );
      onClose();
    },
  });
  const input = { id, address };
  const { faults, fault, check } = useFaults(changeAddress.input, input, change);
  if (!asked) {
    return (
      <section className={form.part} aria-label="Work address">
        <FormFoot>
          <Button variant="outline" onClick={() => setAsked(true)}>
            Change work address…
          </Button>
        </FormFoot>
      </section>
    );
  }
  return (
    <DeskForm className={`${form.part} ${form.opened}`} aria-label="Work address" onSend={(sent) => check(sent) && change.mutate(input)}>
      <FaultAlert fault={fault} title="Not changed" />
      <FieldList>
        <TextField
          label="New work address"
          hint={`A link goes there. Until it is pressed ${before} still signs in; then ${name} is signed out everywhere, and the old address is told.`}
          name="address"
          type="email"
          autoComplete="off"
          value={address}
          onChange={(event) => setAddress(event.target.value)}
          fault={faults['address']}
        />
      </FieldList>
      <SendFoot busy={change.isPending} onCancel={() => setAsked(false)} leave="Leave it">
        Send the link
      </SendFoot>
    </DeskForm>
  );
}
