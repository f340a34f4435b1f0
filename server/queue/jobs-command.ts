import { parseArgs } from 'node:util';
import { UsageError, type Command, type CommandContext } from '../cli/command.ts';
import type { JobStatus } from '../store/tables/queue-tables.ts';
import { textTable } from '../cli/text-table.ts';
import { countJobs, listJobs, retryJob } from './job-queue.ts';

const statuses: readonly JobStatus[] = ['ready', 'running', 'done', 'dead', 'held'];

const help = `Lists what the server has to do, has done, or could not do, newest first.

Usage: npm run jobs -- [list] [--status ${statuses.join('|')}] [--name NAME] [--limit N] [--json]
       npm run jobs -- retry ID      runs a dead, held or waiting job again
       npm run jobs -- retry --all   runs every dead job again

  dead   failed for good, or for three days; kept until somebody retries it
  held   kept back on purpose: a refused address, or a setting that is gone`;

export const jobsCommand: Command = { help, run };

async function run(args: readonly string[], context: CommandContext): Promise<number> {
  const { values, positionals } = parseArgs({ args: [...args], allowPositionals: true, options });
  const [action = 'list', id] = positionals;
  if (action === 'retry' && (id !== undefined || values.all === true)) return retry(id, context);
  if (action !== 'list') throw new UsageError(action === 'retry' ? 'retry needs an id, or --all' : `There is no action '${action}'`);
  const jobs = await listJobs(context.store.db, {
    limit: limitOf(values.limit),
    ...(values.status === undefined ? {} : { status: statusOf(values.status) }),
    ...(values.name === undefined ? {} : { name: values.name }),
  });
  if (values.json) {
    context.print(JSON.stringify(jobs, null, 2));
    return 0;
  }
  const counts = await countJobs(context.store.db);
  context.print(statuses.map((status) => `${status} ${counts[status]}`).join(', '));
  if (jobs.length > 0) {
    const rows = jobs.map((job) => [
      job.id,
      job.name,
      job.status,
      String(job.attempts),
      new Date(job.run_at).toISOString(),
      job.last_error ?? '',
    ]);
    context.print(textTable([['ID', 'JOB', 'STATUS', 'ATTEMPTS', 'NEXT OR LAST RUN', 'LAST ERROR'], ...rows]));
  }
  return 0;
}

const options = {
  status: { type: 'string' },
  name: { type: 'string' },
  limit: { type: 'string', default: '50' },
  all: { type: 'boolean' },
  json: { type: 'boolean' },
} as const;

async function retry(id: string | undefined, { store, now, print }: CommandContext): Promise<number> {
  const ids = id === undefined ? (await listJobs(store.db, { status: 'dead', limit: 100_000 })).map((job) => job.id) : [id];
  let released = 0;
  for (const one of ids) if (await retryJob(store.db, one, now())) released += 1;
  if (id !== undefined && released === 0) throw new UsageError(`There is no job ${id} that waits`);
  print(`${released} ${released === 1 ? 'job runs' : 'jobs run'} again.`);
  return 0;
}

function statusOf(text: string): JobStatus {
  return statuses.find((status) => status === text) ?? usage(`--status is one of ${statuses.join(', ')}`);
}

function limitOf(text: string): number {
  return /^[1-9]\d{0,6}$/.test(text) ? Number(text) : usage('--limit is a whole number from 1');
}

function usage(message: string): never {
  throw new UsageError(message);
}
