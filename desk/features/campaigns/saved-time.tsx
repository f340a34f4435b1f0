import { useEffect, useEffectEvent, useState } from 'react';
import { changeCampaign, readCampaign } from '../../../contract/calls/desk/campaign-calls.ts';
import { useChange } from '../../data/queries.ts';
import { FaultAlert } from '../../parts/fault-alert.tsx';
import { TextField } from '../../parts/field.tsx';
import { asLocal, fromLocal, isWholeTime, TIME_UNFINISHED } from '../../parts/local-time.ts';
import { ownZone } from '../../parts/moment-words.ts';

type SavedTimeProps = {
  campaign: string;
  what: 'opensAt' | 'closesAt';
  label: string;
  hint: string;
  saved: number | null;
  fault: string | undefined;
};

/** Milliseconds without a key after which a whole time is saved into the draft. */
const PAUSE = 600;

/** A time of a campaign page, saved into the draft when it is whole and one pauses, and when the field is left. */
export function SavedTime({ campaign, what, label, hint, saved, fault }: SavedTimeProps) {
  const [typed, setTyped] = useState(asLocal(saved));
  /** Whether the field holds part of a time: its value is empty then, as that of an empty field is. */
  const [isPart, setPart] = useState(false);
  /** Whether the field was left with part of a time in it. */
  const [isLeft, setLeft] = useState(false);
  /** The time that the draft is known to hold: read from it, or saved by this field. */
  const [seen, setSeen] = useState(saved);
  const at = fromLocal(typed);
  // A colleague's time is taken over, unless this field has one that is not saved yet.
  if (saved !== seen && at === fromLocal(asLocal(seen)) && !isPart) {
    setTyped(asLocal(saved));
    setSeen(saved);
  }
  const save = useChange(changeCampaign, {
    changes: [readCampaign],
    onDone: (_, { change }) => 'at' in change && setSeen(change.at),
  });
  const { mutate, isPending, error } = save;
  const isWhole = !isPart && isWholeTime(typed);
  const sent = isPending && 'at' in save.variables.change ? save.variables.change.at : seen;
  const isDue = isWhole && error === null && typed !== asLocal(sent);
  const send = useEffectEvent((time: number | null) => mutate({ campaign, change: { what, at: time } }));
  useEffect(() => {
    if (!isDue) return undefined;
    const timer = setTimeout(() => send(at), PAUSE);
    return () => clearTimeout(timer);
  }, [isDue, at]);
  // Going elsewhere before the pause is over saves it, too.
  const leave = useEffectEvent(() => {
    if (isDue) send(at);
  });
  useEffect(() => () => leave(), []);
  return (
    <div className="stack gap-half">
      <TextField
        label={label}
        hint={`${hint} Your time (${ownZone()}).`}
        type="datetime-local"
        value={typed}
        fault={isLeft && !isWhole ? TIME_UNFINISHED : fault}
        onChange={({ target }) => {
          save.reset();
          setTyped(target.value);
          setPart(target.validity.badInput);
        }}
        onFocus={() => setLeft(false)}
        onBlur={({ target }) => {
          setPart(target.validity.badInput);
          setLeft(true);
          if (!target.validity.badInput && isDue) mutate({ campaign, change: { what, at } });
        }}
      />
      <FaultAlert fault={error} title="Not saved" />
    </div>
  );
}
