import { optionOf, runAction, UsageError, wholeNumber, type Command, type CommandContext, type Declared } from '../cli/command.ts';
import type { JobStatus } from '../store/tables/queue-tables.ts';
import { printRows } from '../cli/text-table.ts';
import { countJobs, listJobs, retryJob } from './job-queue.ts';

const statuses: readonly JobStatus[] = ['ready', 'running', 'done', 'dead', 'held'];

const help = `Lists what the server has to do, has done, or could not do, newest first.

Usage: npm run jobs -- [list] [--status ${statuses.join('|')}] [--name NAME] [--limit N] [--json]
       npm run jobs -- retry ID      runs a dead, held or waiting job again
       npm run jobs -- retry --all   runs every dead job again

  dead   failed for good, or for three days; kept until somebody retries it
  held   kept back on purpose: a refused address, or a setting that is gone`;

export const jobsCommand: Command = { help, run: (args, context) => runAction(declared, args, context) };

const options = {
  status: { type: 'string' },
  name: { type: 'string' },
  limit: { type: 'string' },
  all: { type: 'boolean' },
  json: { type: 'boolean' },
} as const;

const declared: Declared<typeof options, CommandContext> = {
  options,
  actions: {
    list: { options: ['status', 'name', 'limit', 'json'], run: (context, values) => list(values, context) },
    retry: { takes: ['ID?'], options: ['all'], run: (context, { all }, id) => retry(id, all === true, context) },
  },
};

type Listed = { status?: string | undefined; name?: string | undefined; limit?: string | undefined; json?: boolean | undefined };

async function list({ status, name, limit = '50', json }: Listed, { store, print }: CommandContext): Promise<void> {
  const jobs = await listJobs(store.db, {
    limit: wholeNumber(limit, '--limit'),
    ...(status !== undefined && { status: optionOf('--status', status, statuses) }),
    ...(name !== undefined && { name }),
  });
  const counts = await countJobs(store.db);
  if (json !== true) print(statuses.map((one) => `${one} ${counts[one]}`).join(', '));
  if (json !== true && jobs.length === 0) return;
  printRows(print, jobs, {
    columns: [
      ['ID', ({ id }) => id],
      ['JOB', (job) => job.name],
      ['STATUS', (job) => job.status],
      ['ATTEMPTS', ({ attempts }) => attempts],
      ['NEXT OR LAST RUN', ({ run_at: at }) => new Date(at).toISOString()],
      ['LAST ERROR', ({ last_error: error }) => error ?? ''],
    ],
    none: '',
    json,
  });
}

async function retry(id: string | undefined, all: boolean, { store, now, print }: CommandContext): Promise<void> {
  if (id === undefined && !all) throw new UsageError('retry needs an id, or --all');
  const ids = id === undefined ? (await listJobs(store.db, { status: 'dead', limit: 100_000 })).map((job) => job.id) : [id];
  let released = 0;
  for (const one of ids) if (await retryJob(store.db, one, now())) released += 1;
  if (id !== undefined && released === 0) throw new UsageError(`There is no job ${id} that waits`);
  print(`${released} ${released === 1 ? 'job runs' : 'jobs run'} again.`);
}
