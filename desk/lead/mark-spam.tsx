import { useState } from 'react';
import { listLeadsCall, countLeadsCall, readLeadCall } from '../../contract/calls/desk/lead-calls.ts';
import type { DeskLeadPage } from '../../contract/desk/lead-facts.ts';
import { findAlikeCall, markSpamCall, releaseFloodCall, type SpamKind } from '../../contract/calls/desk/spam-calls.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { useCall, useChange } from '../calls/queries.ts';
import { ChoiceList } from '../parts/choice-list.tsx';
import { FieldList, FormFoot } from '../parts/desk-form.tsx';
import { FaultAlert } from '../parts/fault-alert.tsx';
import { notify } from '../parts/notice.ts';
import { SelectField } from '../parts/select-field.tsx';
import { SmallButton } from '../parts/small-button.tsx';
import styles from './mark-spam.module.css';

const changes = [readLeadCall, listLeadsCall, countLeadsCall];

/** Marks a lead as spam, or with it all that are like it. */
export function MarkSpam({ page }: { page: DeskLeadPage }) {
  const [asking, setAsking] = useState(false);
  const close = () => setAsking(false);
  if (page.suspectedSpam || page.sample) return null;
  return (
    <>
      <SmallButton variant="outline" onClick={() => setAsking(true)}>
        Spam…
      </SmallButton>
      <Dialog open={asking} onClose={close} title="Mark as spam" size="narrow">
        <Choice page={page} onClose={close} />
      </Dialog>
    </>
  );
}

const spans = [
  ['1', 'an hour of it'],
  ['24', 'a day of it'],
  ['168', 'a week of it'],
] as const;

function Choice({ page, onClose }: { page: DeskLeadPage; onClose: () => void }) {
  const [by, setBy] = useState<SpamKind>('this');
  const [hours, setHours] = useState('24');
  const asked = { id: page.id, by, hours: Number(hours) };
  const { data: alike, error, isPlaceholderData } = useCall(findAlikeCall, asked, { old: true });
  const mark = useChange(markSpamCall, {
    changes,
    onDone: ({ marked, cancelled }) => {
      onClose();
      notify(
        `Marked as spam: ${leads(marked)}${cancelled > 0 ? `, ${meetings(cancelled)} cancelled` : ''}. The page of each has a button that releases them all.`,
      );
    },
  });
  const items = [
    { value: 'this', label: 'This lead alone' },
    ...(alike?.network ? [{ value: 'network', label: 'All from the same network' }] : []),
    ...(alike?.domain ? [{ value: 'domain', label: `All with an address at ${alike.domain}` }] : []),
  ];
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (!mark.isPending) mark.mutate(asked);
      }}
    >
      <FieldList>
        <ChoiceList legend="Which" single items={items} chosen={[by]} onChange={([one = 'this']) => setBy(one as SpamKind)} />
        {by !== 'this' && (
          <SelectField label="That came within" items={spans} value={hours} onChange={(event) => setHours(event.target.value)} />
        )}
      </FieldList>
      <div className={styles.alike} aria-live="polite" aria-busy={isPlaceholderData}>
        {alike !== undefined && (
          <p>
            <strong>{leads(alike.count)}</strong>
            {alike.meetings > 0 && `, ${meetings(alike.meetings)} that are cancelled`}
            {alike.mails > 0 && `, ${alike.mails === 1 ? 'a mail that is' : `${alike.mails} mails that are`} not sent`}. Nobody of them is
            told. What a colleague has taken up is left as it is.
          </p>
        )}
        {by !== 'this' && alike !== undefined && (
          <ul>
            {alike.newest.map(({ id, name, email }) => (
              <li key={id}>
                {name}, {email}
              </li>
            ))}
            {alike.count > alike.newest.length && <li>and {alike.count - alike.newest.length} more</li>}
          </ul>
        )}
      </div>
      <FaultAlert fault={error ?? mark.error} title="Not marked" />
      <FormFoot>
        <Button type="submit" busy={mark.isPending || isPlaceholderData}>
          Mark {alike === undefined ? '' : leads(alike.count)} as spam
        </Button>
        <Button variant="quiet" onClick={onClose}>
          Cancel
        </Button>
      </FormFoot>
    </form>
  );
}

/** Of those that were marked together. */
export function ReleaseFlood({ page }: { page: DeskLeadPage }) {
  const release = useChange(releaseFloodCall, {
    changes,
    onDone: ({ released }) => notify(`Not spam: ${leads(released)}. The mails that were withheld are sent; meetings stay cancelled.`),
  });
  if (!page.suspectedSpam || page.markedWith === 0) return null;
  return (
    <>
      <SmallButton variant="outline" busy={release.isPending} onClick={() => release.isPending || release.mutate({ id: page.id })}>
        Not spam: all {page.markedWith + 1} marked together
      </SmallButton>
      <FaultAlert fault={release.error} title="Not changed" />
    </>
  );
}

function leads(count: number): string {
  return count === 1 ? 'a lead' : `${count} leads`;
}

function meetings(count: number): string {
  return count === 1 ? 'a meeting' : `${count} meetings`;
}
