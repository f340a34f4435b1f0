import { useState } from 'react';
import { listPeople, makeInvitationLink } from '../../../contract/calls/desk/account-calls.ts';
import { present } from '../../../contract/checked.ts';
import { Button } from '../../../ui/button.tsx';
import { useChange } from '../../data/queries.ts';
import { FieldList, FormFoot } from '../../parts/desk-form.tsx';
import { FaultAlert } from '../../parts/fault-alert.tsx';
import { TextField } from '../../parts/field.tsx';

type LinkProps = { person: { id: string; name: string } };

/** Where the server sends no mail: shows the invitation link, which the administrator passes on. */
export function InvitationLink({ person: { id, name } }: LinkProps) {
  const make = useChange(makeInvitationLink, { changes: [listPeople] });
  const [copied, setCopied] = useState(false);
  const link = make.data?.link;
  const copy = async () => {
    await navigator.clipboard.writeText(present(link));
    setCopied(true);
  };
  return (
    <section aria-label="Invitation">
      <FaultAlert fault={make.error} title="No link was made" />
      {link === undefined ? (
        <p>
          This server sends no mail, so {name} has not got the invitation. Make a link here, and give it to {name} yourself.
        </p>
      ) : (
        <FieldList>
          <TextField
            label={`Link for ${name}`}
            hint={`Whoever opens it signs in as ${name}: once, within three days. It is shown this one time.`}
            readOnly
            value={link}
            onFocus={(event) => event.target.select()}
          />
        </FieldList>
      )}
      <FormFoot>
        {link === undefined ? (
          <Button data-autofocus="" busy={make.isPending} onClick={() => make.mutate({ id })}>
            Make a link
          </Button>
        ) : (
          <Button onClick={() => void copy().catch(() => undefined)}>{copied ? 'Copied' : 'Copy'}</Button>
        )}
      </FormFoot>
    </section>
  );
}
