import { useState } from 'react';
import type { DeskLeadPage } from '../../../contract/desk/lead-facts.ts';
import { erasePersonCall, exportPersonCall, readHeldData } from '../../../contract/calls/desk/privacy-calls.ts';
import type { CallOutput } from '../../../contract/calls/desk/call.ts';
import { mayUse } from '../../../contract/desk/roles.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { useSignedIn } from '../../account/account-context.ts';
import { navigate } from '../../router/navigation.ts';
import { useCall, useChange } from '../../data/queries.ts';
import { useCallFile } from '../../data/use-call-file.ts';
import { useCommands } from '../../keyboard/commands.ts';
import { DeskForm, FieldList, FormFoot, SendFoot, Tick } from '../../parts/desk-form.tsx';
import { FaultAlert } from '../../parts/fault-alert.tsx';
import { TextField } from '../../parts/field.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { notify } from '../../parts/notice.ts';
import { SmallButton } from '../../parts/small-button.tsx';
import type { Section } from './sections.ts';
import styles from './person-data.module.css';

type DataProps = { of: Section; page: Pick<DeskLeadPage, 'id' | 'email'> };

/** Export and erasure of all data on the sender, for staff who handle privacy requests. */
export function PersonData(props: DataProps) {
  const { roles } = useSignedIn();
  return mayUse(roles, 'privacy.work') ? <Data {...props} /> : null;
}

function Data({ of, page }: DataProps) {
  const [erasing, setErasing] = useState(false);
  const file = useCallFile(exportPersonCall, () => notify('The archive is stored where this browser stores files.'));
  const take = () => file.take({ id: page.id, spelling: 'all' });
  const group = of.thisOne;
  useCommands([
    { id: 'export person', title: 'Export what is stored on this person', group, also: 'privacy data copy gdpr', run: take },
    { id: 'erase person', title: 'Erase this person…', group, also: 'privacy delete gdpr', run: () => setErasing(true) },
  ]);
  return (
    <section aria-labelledby="person-data">
      <h2 id="person-data">Stored on this person</h2>
      <p className="quiet">Everything from {page.email}, on every request: a copy for whoever asks for it, or its end.</p>
      <FaultAlert fault={file.fault} title="Not exported" />
      <FormFoot>
        <SmallButton variant="outline" busy={file.isTaking} onClick={take}>
          Export
        </SmallButton>
        <SmallButton variant="outline" onClick={() => setErasing(true)}>
          Erase…
        </SmallButton>
      </FormFoot>
      <Dialog
        open={erasing}
        onClose={() => setErasing(false)}
        title="Erase everything on this person"
        closesOutside={false}
        fullScreenBelow="small"
      >
        <Erase of={of} page={page} onClose={() => setErasing(false)} />
      </Dialog>
    </section>
  );
}

function Erase({ of, page, onClose }: DataProps & { onClose: () => void }) {
  const [spelling, setSpelling] = useState<'this' | 'all'>('this');
  const [address, setAddress] = useState('');
  const [tried, setTried] = useState(false);
  const [cleans, setCleans] = useState(true);
  const query = useCall(readHeldData, { id: page.id, spelling });
  const erase = useChange(erasePersonCall, {
    changes: of.lists,
    onDone: ({ filesLeft, mentions }) => {
      const files = filesLeft === 0 ? '' : `, but for ${filesLeft} files, which the server removes within a day`;
      const named =
        mentions.length === 0
          ? ''
          : ` ${requests(mentions.length)} of others still ${mentions.length === 1 ? 'names' : 'name'} the address.`;
      notify(`Erased${files}.${named}`);
      onClose();
      navigate(of.path);
    },
  });
  const isTyped = address.trim().toLowerCase() === page.email.trim().toLowerCase();
  const send = () => {
    setTried(true);
    if (isTyped && query.data !== undefined) erase.mutate({ id: page.id, spelling, address, staffMentions: cleans });
  };
  return (
    <DeskForm onSend={send}>
      <FieldList>
        <Loaded query={query} failure="What is stored cannot be shown" rows={3}>
          {(held) => (
            <>
              <Held data={held} spelling={spelling} onSpelling={setSpelling} />
              <Mentions mentions={held.mentions} cleans={cleans} onCleans={setCleans} />
            </>
          )}
        </Loaded>
        <TextField
          label="To erase it, type the address once more"
          hint={page.email}
          type="email"
          autoComplete="off"
          spellCheck={false}
          value={address}
          onChange={(event) => setAddress(event.target.value)}
          fault={tried && !isTyped ? 'This is not the address that is to be erased' : undefined}
        />
        <FaultAlert fault={erase.error} title="Not erased" />
      </FieldList>
      <SendFoot busy={erase.isPending} onCancel={onClose}>
        Erase for good
      </SendFoot>
    </DeskForm>
  );
}

type MentionsProps = {
  mentions: CallOutput<typeof readHeldData>['mentions'];
  cleans: boolean;
  onCleans: (cleans: boolean) => void;
};

/** What an erasure does not remove: other requests that mention the address. The address can be removed from staff's notes and answers, too. */
function Mentions({ mentions, cleans, onCleans }: MentionsProps) {
  const bySender = mentions.filter(({ by }) => by === 'sender');
  const byStaff = mentions.filter(({ by }) => by === 'staff');
  return (
    <>
      {bySender.length > 0 && (
        <p>
          {requests(bySender.length)} of others {bySender.length === 1 ? 'names' : 'name'} the address. They are theirs, and stay:{' '}
          <MentionLinks mentions={bySender} />
        </p>
      )}
      {byStaff.length > 0 && (
        <>
          <p>
            Staff named the address in what they wrote about {requests(byStaff.length).toLowerCase()} of others:{' '}
            <MentionLinks mentions={byStaff} />
          </p>
          <Tick isOn={cleans} onChange={onCleans}>
            Take it out of these notes and answers as well
          </Tick>
        </>
      )}
    </>
  );
}

function MentionLinks({ mentions }: Pick<MentionsProps, 'mentions'>) {
  return mentions.map(({ id, section }, index) => (
    <span key={id}>
      {index > 0 && ', '}
      <a href={`/${section}s/${id}`} target="_blank" rel="noreferrer">
        {section} {index + 1}
      </a>
    </span>
  ));
}

function requests(count: number): string {
  return count === 1 ? 'One request' : `${count} requests`;
}

type HeldProps = { data: CallOutput<typeof readHeldData>; spelling: 'this' | 'all'; onSpelling: (spelling: 'this' | 'all') => void };

function Held({ data, spelling, onSpelling }: HeldProps) {
  return (
    <>
      {data.others.length > 0 && (
        <fieldset>
          <legend>The mailbox is also written as {data.others.map((other) => other.address).join(', ')}. Is that the same person?</legend>
          {(
            [
              ['this', `Only ${data.address}`],
              ['all', 'Every one of them'],
            ] as const
          ).map(([value, words]) => (
            <label key={value} className={`row gap-1 ${styles.spelling}`}>
              <input type="radio" name="spelling" checked={spelling === value} onChange={() => onSpelling(value)} />
              {words}
            </label>
          ))}
        </fieldset>
      )}
      <table className={`w-100 ${styles.held}`}>
        <caption>What goes, and cannot be had back</caption>
        <tbody>
          {data.held
            .filter(({ count }) => count > 0)
            .map(({ what, count }) => (
              <tr key={what}>
                <td>{count}</td>
                <th scope="row">{what}</th>
              </tr>
            ))}
        </tbody>
      </table>
      {data.linked.length > 0 && (
        <p>
          Staff keep this as one person with{' '}
          {data.linked.map(({ id, email }, index) => (
            <span key={id}>
              {index > 0 && ', '}
              <a href={`/leads/${id}`} target="_blank" rel="noreferrer">
                {email}
              </a>
            </span>
          ))}
          : what came from there stays, and is erased from its own page.
        </p>
      )}
      {data.lists > 0 && <p>{data.lists} of the mails are lists for staff that name others, too: they are removed whole.</p>}
      <p className="quiet">A backup still has it until it is replaced: whoever restores one has it erased again by the list in DATA_DIR.</p>
    </>
  );
}
