import { lazy, Suspense, useState } from 'react';
import { sendLeadLink, leadWork } from '../../../contract/calls/desk/lead-calls.ts';
import type { DeskLeadPage } from '../../../contract/desk/lead-facts.ts';
import { leadStates, leadStateWords, type LeadState } from '../../../contract/desk/lead-states.ts';
import { useSignedIn } from '../../account/account-context.ts';
import { useChange } from '../../data/queries.ts';
import { useCommands } from '../../keyboard/commands.ts';
import { FaultAlert } from '../../parts/fault-alert.tsx';
import { notify } from '../../parts/notice.ts';
import { SmallButton } from '../../parts/small-button.tsx';
import { FieldChoice, FieldChoices } from '../work/field-parts.tsx';
import { ComeBack } from '../work/come-back.tsx';
import { LeadAnswer } from '../work/lead-answer.tsx';
import { MarkSpam, ReleaseFlood } from '../work/mark-spam.tsx';
import { leadSection } from '../work/sections.ts';
import { useWork } from '../work/use-work.ts';
import { Answer, OwnerChoice, ReleaseButton, WorkBar, WorkFaults } from '../work/work-parts.tsx';
import { ScheduleMeeting } from './schedule-meeting.tsx';
import { MeetingHeld } from './meeting-held.tsx';
import { LeadMeeting } from './lead-meeting.tsx';

// Loaded when it is opened.
const LoseLead = lazy(async () => ({ default: (await import('../work/lose-lead.tsx')).LoseLead }));

/** State and owner of a lead, and the buttons to answer. */
export function LeadActions({ page }: { page: DeskLeadPage }) {
  const work = useWork(leadSection, page);
  // The lead's version when the dialog opened.
  const [losing, setLosing] = useState<number>();
  const setState = (state: LeadState) =>
    state === 'lost' ? setLosing(page.version) : work.ask(leadStateWords[state], { state, lostReason: null });
  useCommands(
    leadStates.map((state) => ({
      id: `state ${state}`,
      title: `Change state to ${leadStateWords[state]}`,
      group: leadSection.thisOne,
      also: 'set mark',
      run: () => setState(state),
    })),
  );
  return (
    <WorkBar
      row={
        <>
          <FieldChoice name="state" value={page.state} onChoose={(state) => setState(state as LeadState)} />
          <FieldChoices section="lead" page={page} without="held" ask={work.ask} />
          <OwnerChoice of={leadSection} page={page} work={work} />
          <ReleaseButton of={leadSection} page={page} />
          <ReleaseFlood of={leadSection} page={page} />
          <Answer of={leadSection} page={page}>
            {(close) => <LeadAnswer of={leadSection} page={page} onClose={close} />}
          </Answer>
          <ScheduleMeeting page={page} />
          <FreshLink page={page} />
          <ComeBack of={leadSection} page={page} ask={work.ask} />
          <MarkSpam of={leadSection} page={page} />
        </>
      }
    >
      {page.lostReason !== null && <p>Lost: {page.lostReason}</p>}
      <LeadMeeting page={page} />
      <MeetingHeld page={page} ask={work.ask} />
      <WorkFaults of={leadSection} work={work} />
      {losing !== undefined && (
        <Suspense>
          <LoseLead
            draft={page.id}
            open
            onClose={() => setLosing(undefined)}
            onLost={(lostReason) => {
              setLosing(undefined);
              work.ask(`Lost: ${lostReason}`, { state: 'lost', lostReason }, losing);
            }}
          />
        </Suspense>
      )}
    </WorkBar>
  );
}

const linkWords = {
  asked: 'A new link is on its way.',
  verified: 'The address is confirmed already: no link was sent.',
  'needs no link': 'This form needs no confirmation: no link was sent.',
  'suspected spam': 'Mark it as “Not spam” first: nothing is sent to suspected spam.',
  declined: 'Whoever has this address wants no mail: no link was sent.',
  sample: 'This is a sample: nothing is sent to it.',
} as const;

const NOT_MAILED = 'A new link is written to a file: this server sends no mail.';

function FreshLink({ page }: { page: DeskLeadPage }) {
  const { sendsMail } = useSignedIn();
  const link = useChange(sendLeadLink, {
    changes: [leadWork.read, leadWork.list],
    onDone: ({ outcome }) => notify(outcome === 'asked' && !sendsMail ? NOT_MAILED : linkWords[outcome]),
  });
  return (
    <>
      {!page.verified && !page.suspectedSpam && (
        <SmallButton variant="outline" busy={link.isPending} onClick={() => link.mutate({ id: page.id })}>
          Send a new link to confirm
        </SmallButton>
      )}
      <FaultAlert fault={link.error} title="Not sent" />
    </>
  );
}
