import type { DeskLeadEvent, LeadSection } from '../../contract/desk/lead-facts.ts';
import { leadStateWords, type LeadState } from '../../contract/desk/lead-states.ts';

/** Where the desk shows each section. */
export const sectionPaths: Readonly<Record<LeadSection, string>> = {
  lead: '/leads',
  message: '/messages',
  application: '/applications',
};

/** The heading of what can be done with the one whose page is open. */
export const thisOne = { lead: 'This lead', message: 'This message', application: 'This application' } as const;

/** What happened, in a line. `nameOf`: of an account. */
export function eventWords({ kind, detail }: DeskLeadEvent, of: LeadSection, nameOf: (account: string | null) => string): string {
  if (kind === 'assigned') return `Given to ${nameOf(typeof detail['to'] === 'string' ? detail['to'] : null)}`;
  if (kind === 'state changed' && of === 'message') return detail['to'] === 'new' ? 'Opened again' : 'Marked as answered';
  if (kind === 'state changed') return `${stateOf(detail['from'])} → ${stateOf(detail['to'])}${reasonOf(detail['reason'])}`;
  if (kind === 'note') return 'Note';
  if (Object.hasOwn(meetingWords, kind)) return `${meetingWords[kind]!(meetingTime(detail['startsAt']))}${changeOf(detail)}`;
  if (kind === 'answered')
    return `${detail['way'] === 'own' ? 'Answered by own mail program' : 'Answered'}: ${typeof detail['subject'] === 'string' ? detail['subject'] : ''}`;
  return kind.charAt(0).toUpperCase() + kind.slice(1);
}

const meetingWords: Readonly<Record<string, (time: string) => string>> = {
  'meeting booked': (time) => `Meeting booked for ${time}`,
  'meeting moved': (time) => `Meeting moved to ${time}`,
  'meeting cancelled': (time) => `Meeting cancelled: it was for ${time}`,
};

const time = new Intl.DateTimeFormat('en-GB', {
  weekday: 'short',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  timeZoneName: 'short',
});

/** In the reader's own time. */
function meetingTime(startsAt: unknown): string {
  const at = typeof startsAt === 'string' ? Date.parse(startsAt) : Number.NaN;
  return Number.isNaN(at) ? 'an unknown time' : time.format(at);
}

function changeOf({ from, to }: DeskLeadEvent['detail']): string {
  return to === undefined ? '' : ` (${stateOf(from)} → ${stateOf(to)})`;
}

function stateOf(state: unknown): string {
  return leadStateWords[state as LeadState] ?? '?';
}

function reasonOf(reason: unknown): string {
  return typeof reason === 'string' ? `: ${reason}` : '';
}
