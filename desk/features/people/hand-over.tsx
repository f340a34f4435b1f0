import { useState } from 'react';
import { isReadOnly } from '../../../contract/desk/roles.ts';
import { handOverCall } from '../../../contract/calls/desk/account-calls.ts';
import { leadWork } from '../../../contract/calls/desk/lead-calls.ts';
import { applicationWork } from '../../../contract/calls/desk/application-calls.ts';
import { messageWork } from '../../../contract/calls/desk/message-calls.ts';
import { useChange } from '../../data/queries.ts';
import { AskFirst } from '../../parts/ask-first.tsx';
import { notify } from '../../parts/notice.ts';
import { SelectField } from '../../parts/select-field.tsx';
import { useColleagues } from '../work/use-colleagues.ts';
import type { Person } from './person.ts';

/** Gives all requests of one owner to a colleague or to nobody, as when the owner leaves the company. */
export function HandOver({ person: { id, name }, onClose }: { person: Person; onClose: () => void }) {
  const { colleagues, nameOf } = useColleagues();
  const [to, setTo] = useState('');
  const hand = useChange(handOverCall, {
    changes: [leadWork.list, messageWork.list, applicationWork.list],
    onDone: ({ handed }) => {
      notify(`${handed === 1 ? 'One request is' : `${handed} requests are`} given to ${nameOf(to || null)}.`);
      onClose();
    },
  });
  const others = colleagues
    .filter((one) => one.id !== id && !one.revoked && !isReadOnly(one.roles))
    .map((one) => [one.id, one.name] as const);
  return (
    <AskFirst
      label="Hand over"
      button="Hand over…"
      confirm="Hand everything over"
      onConfirm={() => hand.mutate({ id, to: to || null })}
      change={hand}
      failure="Not all is handed over: press once more"
    >
      <p>Every lead, message and application that is {name}’s goes to somebody else, who is told.</p>
      <SelectField label="To" items={[['', 'Nobody'], ...others]} value={to} onChange={(event) => setTo(event.target.value)} />
    </AskFirst>
  );
}
