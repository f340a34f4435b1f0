import { present } from '../../../contract/checked.ts';
import type { DeskLeadEvent, LeadSection } from '../../../contract/desk/lead-facts.ts';
import { dateOfDay, meetingTime } from '../../parts/moment-words.ts';
import { eventName } from '../../../contract/desk/event-names.ts';
import { choiceWords, fieldNames, fieldOf } from '../../../contract/desk/staff-fields.ts';

type NameOf = (account: string | null) => string;

/** One line for an entry of the history. @param nameOf the name of an account */
export function eventWords(event: DeskLeadEvent, of: LeadSection, nameOf: NameOf): string {
  const { kind, detail, actor } = event;
  if (kind === 'state changed' && of === 'message') return detail['to'] === 'new' ? 'Opened again' : 'Marked as answered';
  if (Object.hasOwn(meetingWords, kind))
    return `${present(meetingWords[kind])(whoMet(actor, detail, nameOf), timeOf(detail))}${changeOf(detail)}`;
  if (kind === 'answered')
    return `${detail['way'] === 'own' ? 'Answered by own mail program' : 'Answered'}: ${typeof detail['subject'] === 'string' ? detail['subject'] : ''}`;
  if (kind === 'meeting marked')
    return `Meeting: ${detail['to'] === null ? 'no longer marked' : choiceWords('held', detail['to']).toLowerCase()}`;
  if (kind === 'made by hand') return `Made by hand: ${typeof detail['means'] === 'string' ? detail['means'].toLowerCase() : ''}`;
  if (kind === 'corrected') return `Corrected: ${correctionsOf(detail)}`;
  // The reason is the server's text: a limit, or that this address gets no mail, and since when.
  if (kind.endsWith(' held back') && typeof detail['reason'] === 'string') return `${eventName(kind)}: ${detail['reason']}`;
  return fieldEventWords(event, nameOf) ?? eventName(kind);
}

function correctionsOf({ fields }: DeskLeadEvent['detail']): string {
  const all = Array.isArray(fields) ? (fields as { from?: unknown; to?: unknown }[]) : [];
  return all.map(({ from, to }) => `${String(from)} → ${String(to)}`).join(', ');
}

const meetingWords: Readonly<Record<string, (who: string, time: string) => string>> = {
  'meeting booked': (who, time) => `Meeting booked ${who}: ${time}`,
  'meeting moved': (who, time) => `Meeting moved ${who} to ${time}`,
  'meeting cancelled': (who, time) => `Meeting cancelled ${who}: it was for ${time}`,
};

/** Who changed a meeting. One booked on the site was changed by the visitor unless a colleague is named; for another calendar it is unknown. */
function whoMet(actor: string | null, { booking }: DeskLeadEvent['detail'], nameOf: NameOf): string {
  if (actor !== null) return `by ${nameOf(actor)}`;
  return String(booking).endsWith('@booking') ? 'by the visitor' : 'in the calendar service';
}

function timeOf({ startsAt, zone }: DeskLeadEvent['detail']): string {
  const at = typeof startsAt === 'string' ? Date.parse(startsAt) : Number.NaN;
  return Number.isNaN(at) ? 'an unknown time' : meetingTime(at, typeof zone === 'string' ? zone : undefined);
}

function changeOf({ from, to }: DeskLeadEvent['detail']): string {
  return to === undefined ? '' : ` (${choiceWords('state', from)} → ${choiceWords('state', to)})`;
}

/** One line for a change to a field that staff set; undefined for other entries. @param nameOf the name of an account */
export function fieldEventWords({ kind, detail }: DeskLeadEvent, nameOf: NameOf): string | undefined {
  const name = fieldNames.find((one) => fieldOf(one).event === kind);
  if (name === undefined) return undefined;
  const { from, to, reason, [name]: given } = detail;
  if (fieldOf(name).kind === 'account') return `Given to ${nameOf(typeof to === 'string' ? to : null)}`;
  if (fieldOf(name).kind === 'score') return typeof given === 'number' ? `Rated ${given} of 5` : 'Took the rating back';
  const why = typeof reason === 'string' ? `: ${reason}` : '';
  if (fieldOf(name).kind === 'day') return typeof to === 'string' ? `Come back on ${dateOfDay(to)}${why}` : 'No date to come back any more';
  return `${choiceWords(name, from)} → ${choiceWords(name, to)}${why}`;
}
