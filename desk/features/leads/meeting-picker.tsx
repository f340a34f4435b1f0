import { useEffect, useId, useState } from 'react';
import { leadWork } from '../../../contract/calls/desk/lead-calls.ts';
import type { CallOutput } from '../../../contract/calls/desk/call.ts';
import { scheduleMeetingCall, readMeetingTimes } from '../../../contract/calls/desk/meeting-calls.ts';
import { elementAt, present } from '../../../contract/checked.ts';
import type { DeskLeadPage } from '../../../contract/desk/lead-facts.ts';
import { offeredZones } from '../../../contract/meeting-page.ts';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';
import { refresh, useCall, useChange } from '../../data/queries.ts';
import { DeskForm, SendFoot } from '../../parts/desk-form.tsx';
import { FaultAlert } from '../../parts/fault-alert.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { dateOfDay, meetingTime } from '../../parts/moment-words.ts';
import { notify } from '../../parts/notice.ts';
import { changesClocks, inZone, offsetName, weeksOf, zoneName } from './zone-days.ts';
import styles from './meeting-picker.module.css';

type PickerProps = { page: DeskLeadPage; seen: number | null; onClose: () => void };
type Times = CallOutput<typeof readMeetingTimes>;

/**
 * A choice of the free half hours, at first in the visitor's time zone, if it is known.
 * @param seen start of the meeting to move; null: a new one is booked
 */
export function MeetingPicker(props: PickerProps) {
  const query = useCall(readMeetingTimes, { id: props.page.id }, { every: 60_000 });
  return (
    <Loaded query={query} failure="The free times cannot be read" rows={5}>
      {(times) => (times.times.length === 0 ? <NoTimes /> : <Picker {...props} free={times} />)}
    </Loaded>
  );
}

function NoTimes() {
  return (
    <p>
      No half hour is free: all are taken, a calendar cannot be read just now, or this company chooses its times elsewhere. Settings name
      the hours.
    </p>
  );
}

const ownZone = new Intl.DateTimeFormat().resolvedOptions().timeZone;

function Picker({ page, seen, onClose, free }: PickerProps & { free: Times }) {
  const { times } = free;
  const [zone, setZone] = useState(free.theirZone ?? free.zone);
  const [asked, setAsked] = useState<{ day?: string; slot?: number }>({});
  const [tried, setTried] = useState(false);
  const days = Map.groupBy(times, (at) => inZone(at, zone).day);
  const slot = times.find((at) => at === asked.slot);
  const day =
    [slot === undefined ? undefined : inZone(slot, zone).day, asked.day].find((one) => one !== undefined && days.has(one)) ??
    elementAt([...days.keys()], 0);
  const ofDay = present(days.get(day));
  const scheduling = useChange(scheduleMeetingCall, {
    changes: [leadWork.read, leadWork.list, readMeetingTimes],
    onDone: ({ startsAt }) => {
      onClose();
      notify(`${seen === null ? 'Booked' : 'Moved'}: ${meetingTime(startsAt, zone)}. ${toldWords(page)}`);
    },
  });
  const { error } = scheduling;
  // The chosen time may have been taken meanwhile: fetches the free times again.
  useEffect(() => {
    if (error !== null) void refresh(readMeetingTimes);
  }, [error]);
  const send = () => {
    setTried(true);
    if (slot !== undefined) scheduling.mutate({ id: page.id, slot, zone, seen });
  };
  return (
    <DeskForm onSend={send}>
      <div className="stack gap-2">
        <ZoneChoice free={free} times={ofDay} zone={zone} onChoose={setZone} />
        <div className={styles.picker}>
          <Days days={days} chosen={day} onChoose={(chosen) => setAsked({ day: chosen })} />
          <fieldset className={styles.times}>
            <legend className={styles.legend}>{dateOfDay(day)}</legend>
            {ofDay.map((at) => (
              <label key={at} className={styles.time}>
                <input type="radio" name="slot" checked={at === slot} onChange={() => setAsked({ slot: at })} />
                <span className="strong">{inZone(at, zone).time}</span>
                {changesClocks(zone, ofDay) && <span className="fine faint">{offsetName(zone, at)}</span>}
                {inZone(at, zone).time !== inZone(at, ownZone).time && <span className="fine faint">{inZone(at, ownZone).time} here</span>}
              </label>
            ))}
          </fieldset>
        </div>
        <p className={slot === undefined && tried ? 'strong' : 'quiet'} aria-live="polite">
          {slot === undefined ? 'Choose one of the times: thirty minutes each.' : `${meetingTime(slot, zone)}. ${toldWords(page)}`}
        </p>
        <FaultAlert fault={error} title={seen === null ? 'Not booked' : 'Not moved'} />
      </div>
      <SendFoot busy={scheduling.isPending} onCancel={onClose}>
        {seen === null ? 'Book it' : 'Move it'}
      </SendFoot>
    </DeskForm>
  );
}

/** `times`: those of the chosen day, whose offsets are shown. */
type ZoneProps = { free: Times; times: readonly number[]; zone: string; onChoose: (zone: string) => void };

function ZoneChoice({ free, times, zone, onChoose }: ZoneProps) {
  const id = useId();
  const zones = [...new Set([...(free.theirZone === null ? [] : [free.theirZone]), free.zone, ownZone, ...offeredZones])];
  return (
    <div className={`row wraps middle gap-1 ${styles.zone}`}>
      <label htmlFor={id}>Times by the clocks in</label>
      <select id={id} value={zone} onChange={(event) => onChoose(event.target.value)}>
        {zones.map((one) => (
          <option key={one} value={one}>
            {zoneName(one, times)}
            {one === free.theirZone ? ', theirs' : one === free.zone ? ', the company’s' : ''}
          </option>
        ))}
      </select>
      {free.theirZone === null && <span className="fine faint">Theirs is not known: ask.</span>}
    </div>
  );
}

type DaysProps = { days: ReadonlyMap<string, readonly number[]>; chosen: string; onChoose: (day: string) => void };

/** Whole weeks. Days without a free time cannot be chosen. */
function Days({ days, chosen, onChoose }: DaysProps) {
  return (
    <div className={styles.days}>
      {['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'].map((name) => (
        <span key={name} className="fine faint" aria-hidden="true">
          {name}
        </span>
      ))}
      {weeksOf([...days.keys()]).map(({ day, number, month }) => {
        const count = days.get(day)?.length ?? 0;
        return (
          <button
            key={day}
            type="button"
            className={styles.day}
            disabled={count === 0}
            aria-pressed={day === chosen}
            onClick={() => onChoose(day)}
          >
            <VisuallyHidden>{`${dateOfDay(day)}, ${count} ${count === 1 ? 'time' : 'times'}`}</VisuallyHidden>
            <span aria-hidden="true">{number}</span>
            <span aria-hidden="true" className={styles.month}>
              {month}
            </span>
          </button>
        );
      })}
    </div>
  );
}

function toldWords({ mailRefusal, verified }: DeskLeadPage): string {
  if (mailRefusal !== null) return `They are not told by mail: tell them yourself. ${mailRefusal}`;
  return verified
    ? 'Both sides get the invitation by mail.'
    : 'Both sides get the invitation by mail, although nobody confirmed this address yet.';
}
