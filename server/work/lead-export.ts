import type { Attribution } from '../../contract/api.ts';
import { present } from '../../contract/checked.ts';
import { standingWords } from '../../contract/desk/agreement-words.ts';
import { sourceWords } from '../../contract/desk/source-words.ts';
import { fieldOf, staffFieldsOf, choiceWords } from '../../contract/desk/staff-fields.ts';
import { meetingEvents, standingMeeting } from '../../contract/desk/standing-meeting.ts';
import type { DeskLead } from '../../contract/desk/lead-facts.ts';
import { contactForms } from '../../contract/forms/contact.ts';
import { reportForm } from '../../contract/forms/report.ts';
import { csv, csvHead } from '../cli/text-table.ts';
import { exactKey } from '../kernel/address.ts';
import { createSlices } from '../kernel/slices.ts';
import { jsonObject } from '../store/json-column.ts';
import type { LeadRow } from '../store/tables/lead-tables.ts';
import type { Store, Tx } from '../store/store.ts';
import { selectConsents } from '../leads/consents/consent-records.ts';
import { minuteInZone } from './index/day-in-zone.ts';
import { findLeadPage, type LeadListQuery } from './index/lead-list.ts';
import { readStoredLeads, shownAnswers } from './lead-page.ts';
import { attributionOf } from '../leads/lead-columns.ts';

/** Leads that are read at once: the longest have tens of kilobytes each. */
const PAGE = 50;

/** `zone`: IANA name of the zone in which times are written. `nameOf`: name of a staff account. `deskUrl`: address of the desk, for links to leads. */
export type ExportWords = { zone: string; nameOf: (account: string) => string; deskUrl: string };

/** Exports a list as CSV, line by line as leads are read: safe in spreadsheets, and with little memory however long the list is. */
export async function* exportLeads(
  store: Pick<Store, 'db' | 'dialect'>,
  query: Pick<LeadListQuery, 'filter' | 'sort'>,
  words: ExportWords,
): AsyncGenerator<string> {
  const columns = columnsIn(words);
  const slice = createSlices();
  yield csvHead(columns.map(([name]) => name));
  let cursor: string | undefined;
  do {
    const page = await findLeadPage(store, { ...query, cursor, limit: PAGE });
    const ids = page.rows.map((row) => row.lead_id);
    const leads = await readStoredLeads(store.db, ids);
    const meetings = await meetingsOf(store.db, ids);
    const marketing = await marketingOf(store.db, leads);
    let lines = '';
    for (const { shown, stored } of leads) {
      await slice();
      const line = lineOf(columns, {
        ...read(shown, stored),
        meeting: meetings.get(shown.id),
        marketing: present(marketing.get(shown.id)),
      });
      lines += `${csv([line])}\r\n`;
    }
    if (lines !== '') yield lines;
    cursor = page.next;
  } while (cursor !== undefined);
}

/** `answers`: by label, in the words of the form. */
type Lead = Omit<DeskLead, 'name'> & {
  answers: ReadonlyMap<string, string>;
  attribution: Attribution;
  name: { first: string; last: string };
  /** Start of the meeting that was not cancelled, in milliseconds since the epoch. */
  meeting: number | undefined;
  marketing: string;
};

type Column = readonly [name: string, value: (lead: Lead) => string];

function columnsIn({ zone, nameOf, deskUrl }: ExportWords): readonly Column[] {
  const [state, ...others] = staffFieldsOf('lead', 'choice', 'line', 'day', 'account').map((name): Column => {
    const { label, kind } = fieldOf(name);
    const wordsOf = kind === 'choice' ? (value: string) => choiceWords(name, value) : kind === 'account' ? nameOf : String;
    return [label, ({ [name]: value }) => (value === null ? '' : wordsOf(value))];
  });
  const yes = (is: boolean) => (is ? 'Yes' : 'No');
  return [
    [`Received (${zone})`, ({ createdAt }) => minuteInZone(createdAt, zone)],
    ['Asked for', ({ request }) => request],
    ['First name', ({ name }) => name.first],
    ['Last name', ({ name }) => name.last],
    ['Email', ({ email }) => email],
    ['Email confirmed', ({ verified }) => yes(verified)],
    ['Marketing mail', ({ marketing }) => marketing],
    ['Company', ({ company }) => company],
    ...answerLabels.map((label): Column => [label, ({ answers }) => answers.get(label) ?? '']),
    ['Country', ({ country }) => (country === null ? '' : sourceWords('country', country))],
    present(state),
    [`Meeting (${zone})`, ({ meeting }) => (meeting === undefined ? '' : minuteInZone(meeting, zone))],
    ...others,
    [`Last changed (${zone})`, ({ changedAt }) => minuteInZone(changedAt, zone)],
    ['Button', ({ caller }) => sourceWords('caller', caller)],
    ['Campaign', ({ campaign }) => campaign ?? ''],
    ['Source', ({ attribution }) => attribution.utm?.source ?? ''],
    ['Came from', ({ attribution }) => attribution.referrer ?? ''],
    ['Suspected spam', ({ suspectedSpam }) => yes(suspectedSpam)],
    ['Sample', ({ sample }) => yes(sample)],
    ['Page at the desk', ({ id }) => `${deskUrl}/leads/${id}`],
  ];
}

/** Labels of the form fields that have no column of their own, each once. */
const answerLabels = [
  ...new Set(
    [...Object.values(contactForms), reportForm]
      .flatMap(({ fields, catalogue }) => fields.map(({ field }) => present(catalogue[field])))
      .filter(({ name, kind }) => kind !== 'hidden' && !['name', 'surname', 'lastname', 'email', 'company'].includes(name))
      .map(({ label }) => label),
  ),
];

function read(shown: DeskLead, stored: LeadRow): Omit<Lead, 'meeting' | 'marketing'> {
  const answers = shownAnswers(stored);
  const said = new Map(answers.map(({ name, value }) => [name, value]));
  return {
    ...shown,
    name: { first: said.get('name') ?? '', last: said.get('surname') ?? said.get('lastname') ?? '' },
    answers: new Map(answers.map(({ label, value }) => [label, value])),
    attribution: attributionOf(stored),
  };
}

function lineOf(columns: readonly Column[], lead: Lead): string[] {
  // Carriage returns occur only at the ends of the file's lines: the desk counts them to show its progress.
  return columns.map(([, value]) => value(lead).replaceAll(/\r\n?/g, '\n'));
}

/** The start of the meeting that was not cancelled, by lead id. */
async function meetingsOf(db: Tx, ids: readonly string[]): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('lead_events')
    .select(['lead_id', 'at', 'kind', 'detail'])
    .where('lead_id', 'in', ids)
    .where('kind', 'in', Object.values(meetingEvents))
    .orderBy('at')
    .orderBy('id')
    .execute();
  const entries = rows.map((row) => ({ ...row, detail: jsonObject(row.detail) }));
  return new Map(
    [...Map.groupBy(entries, (entry) => entry.lead_id)].flatMap(([id, own]) => {
      const meeting = standingMeeting(own);
      return meeting === undefined ? [] : [[id, meeting.at] as const];
    }),
  );
}

/**
 * Whether marketing mail may be sent to each lead, in words: what its consents say, unless its address is suppressed or the owner of the address declined the
 * lead as somebody else's.
 */
async function marketingOf(db: Tx, leads: readonly { stored: LeadRow }[]): Promise<Map<string, string>> {
  if (leads.length === 0) return new Map();
  const ids = leads.map(({ stored }) => stored.id);
  const records = await selectConsents(db)
    .select(['lead_id', 'purpose', 'action', 'at'])
    .where('lead_id', 'in', ids)
    .where('purpose', '=', 'marketing')
    .orderBy('at')
    .orderBy('id')
    .execute();
  const byLead = Map.groupBy(records, (record) => record.lead_id);
  const keys = new Map(leads.map(({ stored }) => [stored.id, [stored.email_key, exactKey(stored.email)]]));
  const asked = [...new Set([...keys.values()].flat())];
  const suppressed = await db.selectFrom('suppressions').select('address_key').where('address_key', 'in', asked).execute();
  const none = new Set(suppressed.map((row) => row.address_key));
  const holds = ({ id, owner_answer: answer }: LeadRow) => {
    if (present(keys.get(id)).some((key) => none.has(key))) return 'Address is suppressed';
    return answer === 'declined' ? 'Declined by the owner of the address' : standingWords(byLead.get(id) ?? []);
  };
  return new Map(leads.map(({ stored }) => [stored.id, holds(stored)]));
}
