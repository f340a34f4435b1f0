import { useState } from 'react';
import type { DeskLeadPage } from '../../../contract/desk/lead-facts.ts';
import { standingMeeting } from '../../../contract/desk/standing-meeting.ts';
import { choiceWords, fieldOf, type KeptValue, type WorkOf } from '../../../contract/desk/staff-fields.ts';
import { useCommands } from '../../keyboard/commands.ts';
import { meetingTime } from '../../parts/moment-words.ts';
import { SmallButton } from '../../parts/small-button.tsx';
import { useNow } from '../../parts/use-now.ts';
import { LeadAnswer } from '../work/lead-answer.tsx';
import { leadSection } from '../work/sections.ts';
import { AnswerDialog } from '../work/work-parts.tsx';
import styles from './lead-meeting.module.css';

type Held = KeptValue<'held'>;
type HeldProps = { page: DeskLeadPage; ask: (words: string, change: Partial<Omit<WorkOf<'lead'>, 'version'>>) => void };

/** Asks, once the time of the last meeting has come, whether it was held; if it was not, another time can be offered. */
export function MeetingHeld({ page, ask }: HeldProps) {
  const [isOffering, setOffering] = useState(false);
  const now = useNow();
  const meeting = standingMeeting(page.timeline);
  const isPast = meeting !== undefined && meeting.at <= now;
  // Of a meeting arranged elsewhere, such as by telephone, only the lead's state is known, not the time.
  const isAsked = !page.suspectedSpam && (isPast || (meeting === undefined && page.state === 'meeting') || page.held !== null);
  const mark = (held: Held) => {
    if (held !== page.held) ask(`meeting ${choiceWords('held', held).toLowerCase()}`, { held });
    setOffering(held === 'missed');
  };
  const choices = Object.entries(fieldOf('held').words ?? {}) as [NonNullable<Held>, string][];
  const keys = { held: 'h', missed: 'u' } as const;
  useCommands(
    isAsked
      ? choices.map(([held, words]) => ({
          id: `meeting ${held}`,
          title: `Meeting: ${words.toLowerCase()}`,
          group: leadSection.thisOne,
          keys: keys[held],
          also: 'met no-show missed',
          run: () => mark(held),
        }))
      : [],
  );
  if (!isAsked) return null;
  return (
    <div className={`row wraps middle ${styles.meeting}`}>
      <p>{isPast ? <>The meeting was on {meetingTime(meeting.at, meeting.zone)}.</> : 'The meeting:'}</p>
      {choices.map(([held, words]) => (
        <SmallButton
          key={held}
          variant={page.held === held ? 'primary' : 'outline'}
          aria-pressed={page.held === held}
          onClick={() => mark(held)}
        >
          {words}
        </SmallButton>
      ))}
      {page.held === 'missed' && (
        <SmallButton variant="outline" onClick={() => setOffering(true)}>
          Offer another time…
        </SmallButton>
      )}
      <AnswerDialog open={isOffering && page.held === 'missed'} onClose={() => setOffering(false)} to={page}>
        <LeadAnswer of={leadSection} page={page} onClose={() => setOffering(false)} />
      </AnswerDialog>
    </div>
  );
}
