import { useState } from 'react';
import { useSignedIn } from '../../account/account-context.ts';
import type { CallFault } from '../../data/call-server.ts';
import { sentFaults } from '../../parts/faults-of.ts';
import { TextField } from '../../parts/field.tsx';
import { fromLocal, isWholeTime, TIME_UNFINISHED } from '../../parts/local-time.ts';
import { ownZone } from '../../parts/moment-words.ts';
import { useColleagues } from '../work/use-colleagues.ts';

type Sent = { error: CallFault | null; variables: { at?: number | undefined } | undefined };

/** When a draft goes public, as it is typed; nothing: at once. @param sent the call that publishes it */
export function usePublishTime({ error, variables }: Sent) {
  const [typed, setTyped] = useState('');
  const [isUnfinished, setUnfinished] = useState(false);
  const at = fromLocal(typed) ?? undefined;
  const refused = sentFaults<{ at?: number | undefined }>(error?.fields, variables, { at })['at'];
  return {
    typed,
    /** Part of the input of the call. */
    when: at === undefined ? {} : { at },
    type: (text: string) => {
      setTyped(text);
      setUnfinished(false);
    },
    fault: isUnfinished ? TIME_UNFINISHED : refused,
    /** An error that the field does not show. */
    otherFault: error?.fields['at'] === undefined ? error : null,
    /** Whether the form may be sent. Browsers give a field that has part of a time the value of an empty one, but call it invalid. */
    check: (form: HTMLFormElement) => {
      const isWhole = form.checkValidity() && isWholeTime(typed);
      setUnfinished(!isWhole);
      return isWhole;
    },
  };
}

/** The field for it. */
export function PublishTime({ time: { typed, type, fault } }: { time: ReturnType<typeof usePublishTime> }) {
  return (
    <TextField
      label="Public at"
      hint={`Empty: at once. Your time (${ownZone()}).`}
      type="datetime-local"
      value={typed}
      fault={fault}
      onChange={(event) => type(event.target.value)}
    />
  );
}

/**
 * Says that whoever wrote part of a draft may not publish it, and names who may, because nobody is told by mail that it waits.
 * @param isOwn whether the user wrote part of it
 */
export function SecondPerson({ isOwn }: { isOwn: boolean }) {
  const { id } = useSignedIn();
  const names = useColleagues()
    .workersOn('content.publish')
    .flatMap((colleague) => (colleague.id === id ? [] : colleague.name));
  if (!isOwn) return <p id="why-not" />;
  return (
    <p id="why-not" className="quiet">
      You wrote some of it: somebody else publishes it.{' '}
      {names.length === 0
        ? 'Nobody else may yet: an administrator gives the role Marketing.'
        : `Ask ${names.join(' or ')}: it waits in their list.`}
    </p>
  );
}
