import type { Attribution } from '../../contract/api.ts';
import { present } from '../../contract/checked.ts';
import { standingWords } from '../../contract/desk/agreement-words.ts';
import { originNames } from '../../contract/desk/lead-origins.ts';
import { sourceWords } from '../../contract/desk/source-words.ts';
import { meetingEvents, standingMeeting } from '../../contract/desk/standing-meeting.ts';
import type { DeskLead } from '../../contract/desk/lead-facts.ts';
import { contactForms } from '../../contract/forms/contact.ts';
import { reportForm } from '../../contract/forms/report.ts';
import { exactKey } from '../kernel/address.ts';
import { jsonObject } from '../store/json-column.ts';
import type { LeadRow } from '../store/tables/lead-tables.ts';
import type { Store, Tx } from '../store/store.ts';
import { selectConsents } from '../leads/consents/consent-records.ts';
import { minuteInZone } from './index/day-in-zone.ts';
import type { LeadListQuery } from './index/lead-list.ts';
import { exportList, staffColumns, yesNo, type CsvColumn, type ExportWords } from './list-csv.ts';
import { readStoredLeads, shownAnswers } from './lead-page.ts';
import { attributionOf } from '../leads/lead-columns.ts';

/** Exports a list of leads as CSV. */
export function exportLeads(
  store: Pick<Store, 'db' | 'aside' | 'dialect'>,
  query: Pick<LeadListQuery, 'filter' | 'sort'>,
  words: ExportWords,
): AsyncGenerator<string> {
  return exportList<Lead>(store, query, { columns: columnsIn(words), read: (ids) => readLeads(store.db, ids) });
}

async function readLeads(db: Tx, ids: readonly string[]): Promise<Lead[]> {
  const leads = await readStoredLeads(db, ids);
  const meetings = await meetingsOf(db, ids);
  const marketing = await marketingOf(db, leads);
  return leads.map(({ shown, stored }) => ({
    ...read(shown, stored),
    meeting: meetings.get(shown.id),
    marketing: present(marketing.get(shown.id)),
  }));
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

type Column = CsvColumn<Lead>;

function columnsIn({ zone, nameOf, deskUrl }: ExportWords): readonly Column[] {
  const [state, ...others] = staffColumns('lead', nameOf);
  return [
    [`Received (${zone})`, ({ createdAt }) => minuteInZone(createdAt, zone)],
    ['Asked for', ({ request }) => request],
    ['First name', ({ name }) => name.first],
    ['Last name', ({ name }) => name.last],
    ['Email', ({ email }) => email],
    ['Email confirmed', ({ verified }) => yesNo(verified)],
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
    ...(['source', 'medium', 'term', 'content'] as const).map((name): Column => [
      originNames[name],
      ({ attribution }) => attribution.utm?.[name] ?? '',
    ]),
    [originNames.entry, ({ attribution }) => attribution.entry ?? ''],
    [originNames.page, ({ attribution }) => attribution.page ?? ''],
    ['Came from', ({ attribution }) => attribution.referrer ?? ''],
    ['Suspected spam', ({ suspectedSpam }) => yesNo(suspectedSpam)],
    ['Sample', ({ sample }) => yesNo(sample)],
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
  // With the labels that ship (`asked: null`), since the columns are named by them.
  const answers = shownAnswers({ ...stored, asked: null });
  const said = new Map(answers.map(({ name, value }) => [name, value]));
  return {
    ...shown,
    name: { first: said.get('name') ?? '', last: said.get('surname') ?? said.get('lastname') ?? '' },
    answers: new Map(answers.map(({ label, value }) => [label, value])),
    attribution: attributionOf(stored),
  };
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
