import { fieldOf, staffFieldsOf, choiceWords, type Worked, type WorkOf } from '../../contract/desk/staff-fields.ts';
import { csv, csvHead } from '../cli/text-table.ts';
import { createSlices } from '../kernel/slices.ts';
import type { Store } from '../store/store.ts';
import { findLeadPage, type LeadListQuery } from './index/lead-list.ts';

/** Requests that are read at once: the longest have tens of kilobytes each. */
const PAGE = 50;

/** `zone`: IANA name of the zone in which times are written. `nameOf`: name of a staff account. `deskUrl`: address of the desk, for links. */
export type ExportWords = { zone: string; nameOf: (account: string) => string; deskUrl: string };

/** A column of an exported file. */
export type CsvColumn<Row> = readonly [name: string, value: (row: Row) => string];

type Exported<Row> = {
  columns: readonly CsvColumn<Row>[];
  /** In the order of the ids; requests that no longer exist are left out. */
  read: (ids: readonly string[]) => Promise<readonly Row[]>;
};

/** Exports a list as CSV, line by line as requests are read: safe in spreadsheets, and with little memory however long the list is. */
export async function* exportList<Row>(
  store: Pick<Store, 'aside' | 'dialect'>,
  query: Pick<LeadListQuery, 'filter' | 'sort'>,
  { columns, read }: Exported<Row>,
): AsyncGenerator<string> {
  const slice = createSlices();
  yield csvHead(columns.map(([name]) => name));
  let cursor: string | undefined;
  do {
    const page = await findLeadPage(store, { ...query, cursor, limit: PAGE });
    let lines = '';
    for (const row of await read(page.rows.map(({ lead_id: id }) => id))) {
      await slice();
      // Carriage returns occur only at the ends of the file's lines: the desk counts them to show its progress.
      lines += `${csv([columns.map(([, value]) => value(row).replaceAll(/\r\n?/g, '\n'))])}\r\n`;
    }
    if (lines !== '') yield lines;
    cursor = page.next;
  } while (cursor !== undefined);
}

/** The columns of the fields that staff keep. */
export function staffColumns<const Section extends Worked>(
  section: Section,
  nameOf: ExportWords['nameOf'],
): CsvColumn<Omit<WorkOf<Section>, 'version'>>[] {
  return staffFieldsOf(section, 'choice', 'line', 'day', 'account').map((name) => {
    const { label, kind } = fieldOf(name);
    const wordsOf = kind === 'choice' ? (value: string) => choiceWords(name, value) : kind === 'account' ? nameOf : String;
    return [label, (row) => valueWords((row as Record<string, string | null>)[name], wordsOf)];
  });
}

function valueWords(value: string | null | undefined, wordsOf: (value: string) => string): string {
  return value === null || value === undefined ? '' : wordsOf(value);
}

export function yesNo(is: boolean): string {
  return is ? 'Yes' : 'No';
}
