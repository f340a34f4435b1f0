import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { parseArgs } from 'node:util';
import { UsageError, type Command, type CommandContext } from '../cli/command.ts';
import { filterOptions, leadText, readFilter, type FilterValues } from '../leads/lead-text.ts';
import { listLeads, readLead, type Lead } from '../leads/lead-queries.ts';
import type { FileRow } from '../store/tables/file-tables.ts';
import { csv, textTable } from '../cli/text-table.ts';
import { cvRows, scanWords } from './cv-text.ts';
import { cvsOf, findApplication } from './application-repository.ts';

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

export const applicationsCommand: Command = { help, run };

const { spam, since, until, limit } = filterOptions;
const options = { spam, since, until, limit, anyway: { type: 'boolean' }, json: { type: 'boolean' }, csv: { type: 'boolean' } } as const;

type Values = FilterValues & { anyway?: boolean; json?: boolean; csv?: boolean };

async function run(args: readonly string[], context: CommandContext): Promise<number> {
  const { values, positionals } = parseArgs({ args: [...args], allowPositionals: true, options });
  const [action = 'list', id, ...rest] = positionals;
  if (rest.length > 0) throw new UsageError(`'${rest[0]}' is too much`);
  if (action === 'list' && id === undefined) return list(values, context);
  if (action === 'show' && id !== undefined) return show(id, values.json === true, context);
  if (action === 'cv' && id !== undefined) return giveCv(id, values.anyway === true, context);
  throw new UsageError(['show', 'cv'].includes(action) ? `'${action}' needs an id` : `There is no action '${action}'`);
}

async function list(values: Values, { store, print }: CommandContext): Promise<number> {
  const leads = await listLeads(store.db, { ...readFilter(values), kind: 'application' });
  const cvs = await cvsOf(
    store.db,
    leads.map((lead) => lead.id),
  );
  if (values.json)
    print(
      JSON.stringify(
        leads.map((lead) => ({ ...lead, cv: shownCv(cvs.get(lead.id)) })),
        null,
        2,
      ),
    );
  else if (values.csv) print(csv(wide(leads, cvs)));
  else if (leads.length === 0) print('No application fits.');
  else print(textTable(narrow(leads, cvs)));
  return 0;
}

async function show(id: string, json: boolean, { store, print }: CommandContext): Promise<number> {
  const application = await findApplication(store.db, id);
  const lead = application && (await readLead(store.db, id));
  if (lead === undefined) throw new UsageError(`There is no application ${id}`);
  print(json ? JSON.stringify({ ...lead, cv: shownCv(application?.cv) }, null, 2) : leadText(lead, cvRows(application?.cv)));
  return 0;
}

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

type Cvs = ReadonlyMap<string, FileRow>;

function narrow(leads: readonly Lead[], cvs: Cvs): string[][] {
  const head = ['ID', 'RECEIVED', 'POSITION', 'NAME', 'EMAIL', 'CV'];
  const rows = leads.map((lead) => [
    lead.id,
    lead.createdAt.slice(0, 16).replace('T', ' '),
    (lead.answers.subject ?? '').slice(0, 40),
    `${lead.answers.name ?? ''} ${lead.answers.lastname ?? ''}`,
    lead.email,
    lead.suspectedSpam ? 'suspected spam' : (cvs.get(lead.id)?.scan ?? 'deleted'),
  ]);
  return [head, ...rows];
}

function wide(leads: readonly Lead[], cvs: Cvs): string[][] {
  const names = ['subject', 'name', 'lastname', 'email', 'phone', 'message', 'accept_newsletter'];
  const rows = leads.map((lead) => {
    const cv = cvs.get(lead.id);
    const file = cv === undefined ? ['', '', '', ''] : [cv.name, String(cv.size), cv.sha256, cv.scan];
    return [lead.id, lead.createdAt, String(lead.suspectedSpam), ...names.map((name) => lead.answers[name] ?? ''), ...file];
  });
  return [['id', 'received', 'suspectedSpam', ...names, 'cv', 'size', 'sha256', 'scan'], ...rows];
}
