import type { ReactNode } from 'react';
import type { CallOutput } from '../../../contract/calls/desk/call.ts';
import { readTodayCall, setAwayCall, setMorningMail } from '../../../contract/calls/desk/today-calls.ts';
import { changeHeldCall, leadWork } from '../../../contract/calls/desk/lead-calls.ts';
import { choiceWords, fieldOf, type FieldValue } from '../../../contract/desk/staff-fields.ts';
import { May } from '../../account/may.tsx';
import { useCall, useChange } from '../../data/queries.ts';
import { Tick } from '../../parts/desk-form.tsx';
import { FaultAlert } from '../../parts/fault-alert.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { dateOfDay, meetingTime } from '../../parts/moment-words.ts';
import { notify } from '../../parts/notice.ts';
import { SmallButton } from '../../parts/small-button.tsx';
import { navigate } from '../../router/navigation.ts';
import { Moment } from '../../parts/moment.tsx';
import { ViewHead } from '../../parts/view-head.tsx';
import { sectionPaths } from '../work/sections.ts';
import styles from '../for-me/for-me.module.css';

type Read = CallOutput<typeof readTodayCall>;
type Row = Read['due']['rows'][number];

const lists = [
  ['due', 'To come back to', 'Nothing to come back to.'],
  ['meetings', 'Meetings', 'No meeting to come today.'],
  ['unmarked', 'Held or not?', 'Each meeting that is past is marked.'],
  ['waiting', 'Yours, not answered yet', 'Nothing of yours waits for an answer.'],
  ['fresh', 'New, and nobody’s', 'Nothing new: each has an owner.'],
] as const;

/** What waits for the user today: requests to come back to, meetings, requests without an answer, and new ones without an owner. */
export function Today() {
  const query = useCall(readTodayCall, {}, { every: 60_000 });
  const away = useChange(setAwayCall, { changes: [readTodayCall] });
  const mail = useChange(setMorningMail, { changes: [readTodayCall] });
  return (
    <>
      <ViewHead title="Today" about={query.data && dateOfDay(query.data.day)} />
      <Loaded query={query} failure="This cannot be shown" rows={6}>
        {(today) => (
          <>
            {lists.map(([name, title, none]) => (
              <section key={name} aria-labelledby={`today-${name}`} className="stack gap-half mt-3">
                <h2 id={`today-${name}`}>{title}</h2>
                {today[name].rows.length === 0 && <p className="quiet">{none}</p>}
                {today[name].rows.length > 0 && (
                  <ul className="stack border-top">
                    {today[name].rows.map((row) => (
                      <Line key={row.id} row={row} isMeeting={name === 'meetings' || name === 'unmarked'} today={today.day}>
                        {name === 'unmarked' && (
                          <May call={changeHeldCall}>
                            <HeldOrNot row={row} />
                          </May>
                        )}
                      </Line>
                    ))}
                  </ul>
                )}
                {today[name].more && <p className="quiet">And more: the lists have them all.</p>}
              </section>
            ))}
            <div className="stack gap-1 mt-3">
              <Tick isOn={today.mailed} onChange={(mailed) => mail.mutate({ mailed })}>
                By mail each morning, where something waits
              </Tick>
              {today.turn !== null && (
                <Tick isOn={today.turn === 'in'} onChange={(isIn) => away.mutate({ away: !isIn })}>
                  In: new leads come to me in my turn
                </Tick>
              )}
              <FaultAlert fault={mail.error ?? away.error} title="Not changed" />
            </div>
          </>
        )}
      </Loaded>
    </>
  );
}

type LineProps = { row: Row; isMeeting: boolean; today: string; children?: ReactNode };

function Line({ row, isMeeting, today, children }: LineProps) {
  const { id, section, name, request, at, comeBack, why } = row;
  return (
    <li className={`stack gap-half border-bottom ${styles.notice}`}>
      <p className={styles.words}>
        <a href={`${sectionPaths[section]}/${id}`}>{name}</a>, {request}
        {why !== null && `: ${why}`}
      </p>
      <p className="fine faint">
        {isMeeting ? meetingTime(at) : <Moment at={at} />}
        {comeBack !== null && comeBack < today && `, since ${dateOfDay(comeBack)}`}
        {comeBack !== null && comeBack > today && `, to come back to on ${dateOfDay(comeBack)}`}
      </p>
      {children}
    </li>
  );
}

/** Buttons that mark a meeting as held or not. After `not held` a notice leads to the page of the lead, which offers another time. */
function HeldOrNot({ row: { id, name, version } }: { row: Row }) {
  const change = useChange(changeHeldCall, {
    changes: [readTodayCall, leadWork.read, leadWork.list],
    onDone: ({ outcome }, { held }) => {
      const open = () => navigate(`${sectionPaths.lead}/${id}`);
      if (outcome !== 'done') notify(`Not marked: ${name} was changed since. Look at it again.`, { words: 'Open it', run: open });
      else if (held === 'missed') notify(`${name}: not held`, { words: 'Offer another time', run: open });
      else notify(`${name}: held`);
    },
  });
  const choices = Object.keys(fieldOf('held').words ?? {}) as FieldValue<'held'>[];
  return (
    <div className="row wraps gap-1">
      {choices.map((held) => (
        <SmallButton key={held} variant="outline" busy={change.isPending} onClick={() => change.mutate({ id, version, held })}>
          {choiceWords('held', held)}
        </SmallButton>
      ))}
      <FaultAlert fault={change.error} title="Not marked" />
    </div>
  );
}
