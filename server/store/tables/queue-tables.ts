import { column, json, operator, ownedBy, time, type RowOf } from '../table.ts';

/** What the server has to do, and what it waits for. */
export const queueTables = ownedBy('queue', {
  jobs: {
    of: 'visitors',
    what: 'What the server has to do or has done: mails above all.',
    why: 'So that no mail is lost: Art. 6(1)(b)',
    until: {
      KEEP_DONE_JOBS_DAYS: `status = 'done' and finished_at < :before`,
      KEEP_DEAD_JOBS_DAYS: `status in ('dead', 'held') and coalesce(finished_at, run_at) < :before`,
    },
    who: `${operator}, by \`npm run jobs\``,
    held: { as: 'jobs', words: 'queued and done jobs' },
    columns: {
      id: column<string>('Random, with the time in it; also the Message-ID of its mail'),
      name: column<string>('Which job', 'job'),
      payload: column<string>(
        'JSON: the id of a request; of a link asked for anew, and of a work address that was changed, the address',
        json('about'),
      ),
      unique_key: column<string | null>('What it may be done once for; may name a request’s id'),
      status: column<JobStatus>('ready, running, done, dead or held', 'status'),
      run_at: column<number>('When it is due'),
      attempts: column<number>('How often it was tried'),
      max_attempts: column<number>('How often at most'),
      locked_by: column<string | null>('The server that does it'),
      locked_until: column<number | null>('Until when'),
      last_error: column<string | null>('Why it failed; addresses taken out', 'lastError'),
      /** Resource that the job waits for or died of ('mail'), SHARE, or 'released': see queue/outages.ts and retryJob. */
      waiting_on: column<string | null>('What it waits for'),
      created_at: column<number>('Since when', time('created')),
      finished_at: column<number | null>('When it ended', time('finished')),
      /** As it was when the job was enqueued (store/shares). The lowest runs first. */
      load: column<number | null>(
        'How much of its share of the mails, in percent, whoever sent the request had used: the rarest are served first',
      ),
      /** Or since when it waits for a resource. This, not the number of attempts, decides when it is given up. */
      failing_since: column<number | null>('Since when it fails'),
      unended: column<number>('How many of its last runs did not end'),
      /** Includes the current run once it may have taken effect. */
      perhaps_done: column<number>('How many of its mails may have arrived without our knowing'),
      /** JSON: of several recipients, those who need no further mail. */
      served: column<string | null>('Hashes of the addresses of staff that have its mail'),
    },
  },
  /** External resources that do not work, and when a job may try them next. */
  outages: {
    what: 'What does not work at present: the mail server, or the virus scanner.',
    why: 'To try it at intervals that grow, by one job at a time',
    until: 'Until it works again',
    who: operator,
    columns: {
      resource: column<string>('Which'),
      since: column<number>('Since when'),
      failures: column<number>('How many tries in a row failed'),
      next_try_at: column<number>('When the next one is made'),
      reason: column<string>('What it said; addresses taken out'),
    },
  },
});

export type JobStatus = 'ready' | 'running' | 'done' | 'dead' | 'held';

export type JobRow = RowOf<typeof queueTables.jobs>;
export type OutageRow = RowOf<typeof queueTables.outages>;
