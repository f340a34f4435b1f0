import { useSignedIn } from '../../account/account-context.ts';
import { TextField } from '../../parts/field.tsx';
import { ownZone } from '../../parts/moment-words.ts';
import { useColleagues } from '../work/use-colleagues.ts';

/** When a draft goes public; empty: at once. */
export function PublishTime({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  return (
    <TextField
      label="Public at"
      hint={`Empty: at once. Your time (${ownZone()}).`}
      type="datetime-local"
      value={value}
      onChange={(event) => onChange(event.target.value)}
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
