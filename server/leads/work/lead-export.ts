import type { Attribution } from '../../../contract/api.ts';
import { leadStateWords } from '../../../contract/desk/lead-states.ts';
import { sourceWords } from '../../../contract/desk/source-words.ts';
import type { DeskLead } from '../../../contract/desk/lead-facts.ts';
import { contactForms } from '../../../contract/forms/contact.ts';
import { reportForm } from '../../../contract/forms/report.ts';
import { csv } from '../../cli/text-table.ts';
import type { LeadRow } from '../../store/schema.ts';
import type { Store } from '../../store/store.ts';
import { minuteInZone } from '../index/day-in-zone.ts';
import { findLeadPage, type LeadListQuery } from '../index/lead-list.ts';
import { answersOf } from '../lead-repository.ts';
import { readStoredLeads, shownAnswers } from './lead-page.ts';

const PAGE = 500;

/** `zone`: an IANA name, in which times are written. `nameOf`: of an account of the staff. */
export type ExportWords = { zone: string; nameOf: (account: string) => string };

/** A list as CSV, line by line as they are read: safe in spreadsheets, and however long it is, little of it is in memory. */
export async function* exportLeads(
  store: Pick<Store, 'db' | 'dialect'>,
  query: Pick<LeadListQuery, 'filter' | 'sort'>,
  words: ExportWords,
): AsyncGenerator<string> {
  const columns = columnsIn(words);
  // Without the mark Excel takes the file for one in the letters of its own country.
  yield `\uFEFF${csv([columns.map(([name]) => name)])}\r\n`;
  let cursor: string | undefined;
  do {
    const page = await findLeadPage(store, { ...query, cursor, limit: PAGE });
    const leads = await readStoredLeads(
      store.db,
      page.rows.map((row) => row.lead_id),
    );
    const lines = leads.map(({ shown, stored }) => lineOf(columns, shown, stored));
    if (lines.length > 0) yield `${csv(lines)}\r\n`;
    cursor = page.next;
  } while (cursor !== undefined);
}

/** `answers`: in the words of the form, by label. */
type Lead = Omit<DeskLead, 'name'> & {
  answers: ReadonlyMap<string, string>;
  attribution: Attribution;
  name: { first: string; last: string };
};

type Column = readonly [name: string, value: (lead: Lead) => string];

function columnsIn({ zone, nameOf }: ExportWords): readonly Column[] {
  const yes = (is: boolean) => (is ? 'Yes' : 'No');
  return [
    [`Received (${zone})`, ({ createdAt }) => minuteInZone(createdAt, zone)],
    ['Asked for', ({ request }) => request],
    ['First name', ({ name }) => name.first],
    ['Last name', ({ name }) => name.last],
    ['Email', ({ email }) => email],
    ['Email confirmed', ({ verified }) => yes(verified)],
    ['Company', ({ company }) => company],
    ...answerLabels.map((label): Column => [label, ({ answers }) => answers.get(label) ?? '']),
    ['Country', ({ country }) => (country === null ? '' : sourceWords('country', country))],
    ['State', ({ state }) => leadStateWords[state]],
    ['Why lost', ({ lostReason }) => lostReason ?? ''],
    ['Owner', ({ owner }) => (owner === null ? '' : nameOf(owner))],
    [`Last changed (${zone})`, ({ changedAt }) => minuteInZone(changedAt, zone)],
    ['Form', ({ form }) => sourceWords('form', form)],
    ['Button', ({ caller }) => sourceWords('caller', caller)],
    ['Campaign', ({ campaign }) => campaign ?? ''],
    ['Source', ({ attribution }) => attribution.utm?.source ?? ''],
    ['Came from', ({ attribution }) => attribution.referrer ?? ''],
    ['Suspected spam', ({ suspectedSpam }) => yes(suspectedSpam)],
    ['Sample', ({ sample }) => yes(sample)],
    ['Number', ({ id }) => id],
  ];
}

/** What forms ask beside what has a column of its own: each label once. */
const answerLabels = [
  ...new Set(
    [...Object.values(contactForms), reportForm]
      .flatMap(({ fields, catalogue }) => fields.map(({ field }) => catalogue[field]!))
      .filter(({ name, kind }) => kind !== 'hidden' && !['name', 'surname', 'lastname', 'email', 'company'].includes(name))
      .map(({ label }) => label),
  ),
];

function lineOf(columns: readonly Column[], shown: DeskLead, stored: LeadRow): string[] {
  const { name: first = '', surname, lastname } = answersOf(stored);
  const lead: Lead = {
    ...shown,
    name: { first, last: surname ?? lastname ?? '' },
    answers: new Map(shownAnswers(stored).map(({ label, value }) => [label, value])),
    attribution: JSON.parse(stored.attribution) as Attribution,
  };
  // A carriage return ends a line of the file, and nothing else: by it the desk counts how far it is.
  return columns.map(([, value]) => value(lead).replaceAll(/\r\n?/g, '\n'));
}
