import type { DeskApplication } from '../../contract/desk/application-facts.ts';
import { careerForm } from '../../contract/forms/career.ts';
import { present } from '../../contract/checked.ts';
import { positionWords } from '../../contract/posting.ts';
import { attributionOf, readable } from '../leads/lead-columns.ts';
import type { LeadRow } from '../store/tables/lead-tables.ts';
import type { Store, Tx } from '../store/store.ts';
import { minuteInZone } from '../work/index/day-in-zone.ts';
import type { LeadListQuery } from '../work/index/lead-list.ts';
import { shownAnswers } from '../work/lead-page.ts';
import { exportList, staffColumns, yesNo, type CsvColumn, type ExportWords } from '../work/list-csv.ts';
import { readDeskApplications } from './application-page.ts';
import { applicationSourceOf } from './application-source.ts';

/** Exports a list of applications as CSV, without their CVs. */
export function exportApplications(
  store: Pick<Store, 'db' | 'aside' | 'dialect'>,
  query: Pick<LeadListQuery, 'filter' | 'sort'>,
  words: ExportWords,
): AsyncGenerator<string> {
  return exportList<Exported>(store, query, { columns: columnsIn(words), read: (ids) => readExported(store.db, ids) });
}

type Exported = Omit<DeskApplication, 'name'> & { answers: ReadonlyMap<string, string>; stored: LeadRow };

async function readExported(db: Tx, ids: readonly string[]): Promise<Exported[]> {
  if (ids.length === 0) return [];
  const rows = await db.selectFrom('leads').selectAll().where('id', 'in', ids).execute();
  const byId = new Map(rows.map((row) => [row.id, readable(row)]));
  return (await readDeskApplications(db, ids)).flatMap((shown) => {
    const stored = byId.get(shown.id);
    if (stored === undefined) return [];
    return [{ ...shown, stored, answers: new Map(shownAnswers(stored).map(({ name, value }) => [name, value])) }];
  });
}

/** Answers with a column each, in the order of the form; the position has its own. */
const asked = careerForm.fields
  .map(({ field }) => present(careerForm.catalogue[field]))
  .filter(({ kind, consent, name }) => kind !== 'hidden' && consent === undefined && name !== 'subject');

const scans = { unscanned: 'Not scanned', pending: 'Being scanned', clean: 'Scanned', infected: 'Held back' } as const;
const cvFaults = { whole: '', cut: ', cut short', unreadable: ', unreadable' } as const;

function columnsIn({ zone, nameOf, deskUrl }: ExportWords): readonly CsvColumn<Exported>[] {
  return [
    [`Received (${zone})`, ({ createdAt }) => minuteInZone(createdAt, zone)],
    ['Position', ({ position }) => positionWords(position)],
    ...asked.map(({ name, label }): CsvColumn<Exported> => [label, ({ answers }) => answers.get(name) ?? '']),
    ...staffColumns('application', nameOf),
    ['Rating', ({ rating }) => (rating === null ? '' : rating.toFixed(1))],
    ['CV', ({ scan, cvState }) => (scan === null ? 'Deleted' : `${scans[scan]}${cvFaults[cvState ?? 'whole']}`)],
    [`Last changed (${zone})`, ({ changedAt }) => minuteInZone(changedAt, zone)],
    ['Source', ({ stored }) => applicationSourceOf(stored)],
    ['Campaign', ({ stored }) => attributionOf(stored).utm?.campaign ?? ''],
    ['Suspected spam', ({ suspectedSpam }) => yesNo(suspectedSpam)],
    ['Sample', ({ sample }) => yesNo(sample)],
    ['Page at the desk', ({ id }) => `${deskUrl}/applications/${id}`],
  ];
}
