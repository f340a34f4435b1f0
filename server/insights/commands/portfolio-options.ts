import { disclosureFields, noteKeyOf, type DisclosureKey } from '../../../contract/figures/disclosure.ts';
import { UsageError } from '../../cli/command.ts';
import { noteKeys } from '../import/record-file.ts';

const text = { type: 'string' } as const;
const flag = { type: 'boolean' } as const;
const notes = Object.fromEntries(noteKeys.map((key) => [key, text])) as Record<(typeof noteKeys)[number], typeof text>;
export const portfolioOptions = {
  ...notes,
  sheet: text,
  date: text,
  known: text,
  restate: text,
  confirm: text,
  by: text,
  reason: text,
  publish: flag,
  rebase: flag,
  keep: flag,
  yes: flag,
  json: flag,
  csv: flag,
} as const;

type Options = typeof portfolioOptions;
export type PortfolioOptions = { [Name in keyof Options]?: Options[Name] extends typeof flag ? boolean : string };

export function restatement({ restate }: PortfolioOptions): string | undefined {
  const reason = restate?.trim();
  if (reason === '' || (reason !== undefined && reason.length > 500)) throw new UsageError('--restate is a reason of 1 to 500 characters');
  return reason;
}

/** What the help says beside a field that is not always given. */
function hintOf(key: DisclosureKey): string {
  if (key === 'actual_since') return ', where results before it are simulated or back-tested';
  return key.endsWith('_weights') ? ', of a blend' : '';
}

export const portfoliosHelp = `Keeps the portfolios and their track records.

Usage: npm run portfolios -- [list] [--json]
       npm run portfolios -- import FILE --by NAME [--id ID] [--group website|cognitive] [what else is said of it]
                                     a draft from a whole record, and what it would change
       npm run portfolios -- append FILE --by NAME [--id ID] [--kind returns] [--rebase]
                                     a draft of the record and the file's days after its last one
       npm run portfolios -- drafts [ID [DRAFT]] [--json]
                                     what waits to be published; with an id, what it would change
       npm run portfolios -- publish ID [DRAFT] --by NAME [--restate REASON] [--confirm N] [--json]
       npm run portfolios -- discard ID [DRAFT] --by NAME
       npm run portfolios -- versions ID [--json]
       npm run portfolios -- revert ID VERSION --by NAME [--restate REASON] [--json]
                                     publishes a new version equal to an old one; with FOUR_EYES a draft of it
       npm run portfolios -- show ID [--date DAY] [--known TIME] [--json | --csv]
       npm run portfolios -- date [--json]         the reporting date, what waits for another one, and those before
       npm run portfolios -- date propose DAY --by NAME
                                     a draft of another date, and each card as it is and as it would be
       npm run portfolios -- date publish --by NAME [--confirm N]
       npm run portfolios -- date discard --by NAME
       npm run portfolios -- remove ID --by NAME [--reason REASON | --keep]
                                     takes it off the site; its versions are kept. With FOUR_EYES one person asks,
                                     the command of another one does it, and --keep drops what was asked for
       npm run portfolios -- samples remove [--yes --by NAME]
                                     lists the sample portfolios and papers; with --yes removes them for good

import and append change nothing on the site: they make a draft and show the days added, lost and restated, the figures before and
after, and outliers. publish makes the draft the next version.
  --restate REASON  needed where days that were public are lost, restated or put between others, or something else is stated of the
                    figures; the reason stays with the version
  --confirm N       needed where there are outliers: as many as were listed and looked at; for a date, how many records end earlier
  --publish         with import or append: publishes at once where there was a version, nothing of it is lost or restated, and there
                    is no outlier; else the draft waits

The file, .csv or .xlsx: a head, then one line a day, ascending.
  date,portfolio,Euro Bonds,World Equity
  2023-12-29,100,100,100
  2024-01-02,100.21,99.95,100.4
Column two is the portfolio; the next two are its benchmarks (one, two or none), whose names are the head's. A benchmark
may begin later, with empty cells before. The first day is the base. Values are daily (every Monday to Friday but holidays of the euro
area, the United Kingdom and the United States), monthly (the end of every month), or of every calendar day. With semicolons between
cells, numbers may be written 1.234,56. Dates are 2024-12-31, 31/12/2024, 12/31/2024, 31.12.2024 or 31 Dec 2024, all alike. A file is taken as a whole, or refused with every fault by line and column.
For append the head is that of the record, and days that it has already must have the same values.

What is said of a portfolio, here or in the file's first lines as '# name: Global Balanced':
  --id --group --name --short-name --sub-name --description --benchmark --benchmark2
  --kind returns          the columns are returns, as fractions (0.0123) or percent with their sign (1.23%)
  --closed DAY,DAY        further days without a value
  --frequency daily|calendar|monthly   where its days do not show it
  --dates day-first|month-first        how 03/04/2024 is read, where no date of the file shows it
  --sheet NAME            the sheet of a workbook; without it the first
  --rebase                for append: the file's values begin from another base, and have the record's last day to chain them at

What is stated of its figures, all of it, once; it holds until something else is stated, and can stand in the file as '# management-fee: 1.5%':
${disclosureFields.map((field) => `  --${noteKeyOf(field.key).padEnd(21)} ${field.how}${hintOf(field.key)}`).join('\n')}

  --date  2024-03-31      figures as of this day; nothing after it is used
  --by    ada@example.com who does it, needed for whatever changes something: the work address or the name of an account of the desk,
                          else any name. It stands in the record of actions; with FOUR_EYES another one publishes than imported
                          or proposed, so --publish leaves a draft
  --known 2024-05-01      the version that was the latest at this day or time (UTC)

Examples: npm run portfolios -- import balanced.csv --name "Global Balanced" --by ada@example.com
          npm run portfolios -- publish balanced --by ben@example.com
          npm run portfolios -- append january.csv --id balanced --by ada@example.com
          npm run portfolios -- publish balanced --restate "Fee of December was booked twice" --confirm 1 --by ben@example.com
          npm run portfolios -- date propose 2025-03-31 --by ada@example.com
          npm run portfolios -- revert balanced 3 --restate "Version 4 lacks 2019" --by ada@example.com`;
