import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { runAction, UsageError, type Command, type CommandContext, type Declared } from '../cli/command.ts';
import { csv, printRows, tableRows, type Columns } from '../cli/text-table.ts';
import { listLeads, readLead, type Lead } from '../leads/lead-queries.ts';
import type { FileRow } from '../store/tables/file-tables.ts';
import { answerColumns, filterOptions, leadText, readFilter } from '../work/leads-command.ts';
import { cvsOf, findApplication, cvRows, scanWords } from './application-repository.ts';

const help = `Lists the applications, newest first, shows one, and gives out its CV.

Usage: npm run applications -- [list] [filters] [--json | --csv]
       npm run applications -- show ID [--json]
       npm run applications -- cv ID > cv.pdf       the CV, as it was sent
       npm run applications -- cv ID --anyway > cv.pdf
                               also one that is held back for the virus scanner

Filters:
  --spam                  only applications that are marked as suspected spam
  --since  2026-11-01     received at or after this day or time (UTC)
  --until  2026-12-01     received before this day or time (UTC)
  --limit  N              at most N applications [all]

npm run leads -- release ID takes the mark of suspected spam off.`;

export const applicationsCommand: Command = { help, run: (args, context) => runAction(declared, args, context) };

const { spam, since, until, limit } = filterOptions;
const flag = { type: 'boolean' } as const;
const options = { spam, since, until, limit, anyway: flag, json: flag, csv: flag } as const;

const declared: Declared<typeof options, CommandContext> = {
  options,
  actions: {
    list: {
      options: ['spam', 'since', 'until', 'limit', 'json', 'csv'],
      run: async ({ store, print }, values) => {
        const leads = await listLeads(store.db, { ...readFilter(values), kind: 'application' });
        const cvs = await cvsOf(
          store.db,
          leads.map((lead) => lead.id),
        );
        const rows = leads.map((lead) => ({ ...lead, cv: shownCv(cvs.get(lead.id)) }));
        if (values.csv) print(csv(tableRows(wide, rows)));
        else printRows(print, rows, { columns: narrow, none: 'No application fits.', json: values.json });
      },
    },
    show: {
      takes: ['an id'],
      options: ['json'],
      run: async ({ store, print }, { json }, id = '') => {
        const application = await findApplication(store.db, id);
        const lead = application && (await readLead(store.db, id));
        if (lead === undefined) throw new UsageError(`There is no application ${id}`);
        print(json ? JSON.stringify({ ...lead, cv: shownCv(application?.cv) }, null, 2) : leadText(lead, cvRows(application?.cv)));
      },
    },
    cv: { takes: ['an id'], options: ['anyway'], run: (context, { anyway }, id = '') => giveCv(id, anyway === true, context) },
  },
};

async function giveCv(id: string, anyway: boolean, { store, files, write, warn }: CommandContext): Promise<number> {
  const cv = (await findApplication(store.db, id))?.cv;
  if (cv === undefined) throw new UsageError(`There is no CV of an application ${id}`);
  if ((cv.scan === 'pending' || cv.scan === 'infected') && !anyway) {
    warn(`This CV is ${scanWords[cv.scan]}${cv.scan_detail === null ? '' : ` (${cv.scan_detail})`}. --anyway gives it out all the same.`);
    return 1;
  }
  const hash = createHash('sha256');
  await write(Readable.from(hashed(await files.open(cv.key), hash)));
  if (hash.digest('hex') === cv.sha256) return 0;
  warn('This is not the file that was sent: its SHA-256 has changed.');
  return 1;
}

async function* hashed(content: AsyncIterable<Uint8Array>, hash: { update: (piece: Uint8Array) => unknown }): AsyncIterable<Uint8Array> {
  for await (const piece of content) {
    hash.update(piece);
    yield piece;
  }
}

function shownCv(cv: FileRow | undefined) {
  return cv === undefined ? null : { name: cv.name, size: cv.size, sha256: cv.sha256, scan: cv.scan, found: cv.scan_detail };
}

type Application = Lead & { cv: ReturnType<typeof shownCv> };

const narrow: Columns<Application> = [
  ['ID', ({ id }) => id],
  ['RECEIVED', ({ createdAt }) => createdAt.slice(0, 16).replace('T', ' ')],
  ['POSITION', ({ answers: { subject = '' } }) => subject.slice(0, 40)],
  ['NAME', ({ answers: { name = '', lastname = '' } }) => `${name} ${lastname}`],
  ['EMAIL', ({ email }) => email],
  ['CV', ({ suspectedSpam, cv }) => (suspectedSpam ? 'suspected spam' : (cv?.scan ?? 'deleted'))],
];

const wide: Columns<Application> = [
  ['id', ({ id }) => id],
  ['received', ({ createdAt }) => createdAt],
  ['suspectedSpam', ({ suspectedSpam }) => String(suspectedSpam)],
  ...answerColumns(['subject', 'name', 'lastname', 'email', 'phone', 'message', 'accept_newsletter']),
  ['cv', ({ cv }) => cv?.name ?? ''],
  ['size', ({ cv }) => cv?.size ?? ''],
  ['sha256', ({ cv }) => cv?.sha256 ?? ''],
  ['scan', ({ cv }) => cv?.scan ?? ''],
];
