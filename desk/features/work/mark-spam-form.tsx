import { useState } from 'react';
import type { DeskLeadPage } from '../../../contract/desk/lead-facts.ts';
import type { SpamKind } from '../../../contract/calls/desk/work-calls.ts';
import { useCall, useChange } from '../../data/queries.ts';
import { ChoiceList } from '../../parts/choice-list.tsx';
import { DeskForm, FieldList, SendFoot } from '../../parts/desk-form.tsx';
import { FaultAlert } from '../../parts/fault-alert.tsx';
import { notify } from '../../parts/notice.ts';
import { SelectField } from '../../parts/select-field.tsx';
import { someOf } from './left-words.ts';
import type { Section } from './sections.ts';
import styles from './mark-spam.module.css';

export type SpamProps = { of: Section; page: Pick<DeskLeadPage, 'id' | 'version' | 'suspectedSpam' | 'sample' | 'markedWith'> };

const spans = [
  ['1', 'an hour of it'],
  ['24', 'a day of it'],
  ['168', 'a week of it'],
] as const;

/** Asks whether the open request alone is spam, or all that are like it. */
export function SpamForm({ of, page, onClose }: SpamProps & { onClose: () => void }) {
  const some = (count: number) => someOf(of.section, count);
  const [by, setBy] = useState<SpamKind>('this');
  const [hours, setHours] = useState('24');
  // The version when the dialog opened.
  const [version] = useState(page.version);
  const asked = { id: page.id, by, hours: Number(hours) };
  const { data: alike, error, isPlaceholderData } = useCall(of.findAlike, asked, { old: true });
  const mark = useChange(of.markSpam, {
    changes: [of.read, ...of.lists, ...of.counts],
    onDone: ({ marked, cancelled }) => {
      onClose();
      notify(
        `Marked as spam: ${some(marked)}${cancelled > 0 ? `, ${meetings(cancelled)} cancelled` : ''}. ${marked === 1 ? 'Its page has a button that releases it.' : 'The page of each has a button that releases them all.'}`,
      );
    },
  });
  const items = [
    { value: 'this', label: `${of.thisOne} alone` },
    ...(alike?.network ? [{ value: 'network', label: 'All from the same network' }] : []),
    ...(alike?.domain ? [{ value: 'domain', label: `All with an address at ${alike.domain}` }] : []),
  ];
  return (
    <DeskForm onSend={() => mark.mutate({ ...asked, version })}>
      <FieldList>
        <ChoiceList legend="Which" single items={items} chosen={[by]} onChange={([one = 'this']) => setBy(one as SpamKind)} />
        {by !== 'this' && (
          <SelectField label="That came within" items={spans} value={hours} onChange={(event) => setHours(event.target.value)} />
        )}
      </FieldList>
      <div className={`stack gap-1 ${styles.alike}`} aria-live="polite" aria-busy={isPlaceholderData}>
        {alike !== undefined && (
          <p>
            <strong>{some(alike.count)}</strong>
            {alike.meetings > 0 && `, ${meetings(alike.meetings)} that are cancelled`}
            {alike.mails > 0 && `, ${alike.mails === 1 ? 'a mail that is' : `${alike.mails} mails that are`} not sent`}.{' '}
            {by === 'this' ? 'Whoever sent it is not told.' : 'Nobody of them is told. What a colleague has taken up is left as it is.'}
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
      <SendFoot busy={mark.isPending || isPlaceholderData} onCancel={onClose}>
        Mark {alike === undefined ? '' : some(alike.count)} as spam
      </SendFoot>
    </DeskForm>
  );
}

function meetings(count: number): string {
  return count === 1 ? 'a meeting' : `${count} meetings`;
}
