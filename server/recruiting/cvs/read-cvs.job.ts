import { buffer } from 'node:stream/consumers';
import * as v from 'valibot';
import { FileMissing } from '../../files/file-storage.ts';
import type { JobServices } from '../../mail/job-services.ts';
import { defineJob, type Job, type JobContext } from '../../queue/job.ts';
import type { FileRow } from '../../store/tables/file-tables.ts';
import type { Tx } from '../../store/store.ts';
import { indexLeads, lockIndex } from '../../work/index/lead-index.ts';
import type { CvReading, ReadCv } from './read-cv.ts';

export type CvServices = JobServices & {
  /** Reads a CV in a process of its own. Default: in this thread. */
  readCv?: ReadCv;
};

const EVERY = 30_000;
/** CVs of one run: others are read by the next ones. */
const MOST = 20;
/** Milliseconds after which the server that began to read a CV is gone: three times as long as one may take. */
const ABANDONED = 60_000;

/** The stores whose CVs this server is reading: it reads one at a time, also where a run takes longer than the pause to the next. */
const underWay = new WeakSet<object>();

/** Reads the CVs that nobody has read yet, the newest first, once the virus scanner has let them pass, so that they can be searched. */
export const readCvs: Job<object, object, CvServices> = defineJob({
  name: 'recruiting.read-cvs',
  payload: v.object({}),
  every: EVERY,
  async run(_payload, context: JobContext<CvServices>) {
    const { store } = context.services;
    if (underWay.has(store)) return;
    underWay.add(store);
    try {
      for (const cv of await unreadCvs(store.db, context.now())) {
        if (context.signal.aborted) return;
        await readOne(cv, context);
      }
    } finally {
      underWay.delete(store);
    }
  },
});

async function readOne(cv: FileRow, context: JobContext<CvServices>): Promise<void> {
  const { store, files, readCv } = context.services;
  const pdf = await files.open(cv.key).then(buffer, missing);
  if (pdf === undefined || !(await begin(cv, context))) return;
  try {
    const read = readCv ?? (await import('./read-cv.ts')).readCv;
    await keep(cv, await read(new Uint8Array(pdf), context.signal), context);
  } catch (error) {
    await store.db.deleteFrom('cv_texts').where('lead_id', '=', cv.lead_id).execute();
    if (!context.signal.aborted) throw error;
  }
}

/**
 * Notes that a CV is being read, so that no other server reads it meanwhile. Where a server was gone before it had read it, it is read once more, and called unreadable before that: it
 * may be what ended the server.
 * @returns whether it is to be read
 */
async function begin({ key, lead_id }: FileRow, { services: { store }, now }: JobContext<CvServices>): Promise<boolean> {
  return store.begin(async (tx) => {
    // It may have been erased meanwhile.
    if ((await tx.selectFrom('files').select('key').where('key', '=', key).executeTakeFirst()) === undefined) return false;
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('cv_texts')
      .values({ lead_id, state: 'reading', text: '', at: now() })
      .onConflict((conflict) =>
        conflict
          .column('lead_id')
          .doUpdateSet({ state: 'unreadable' })
          .where('cv_texts.state', '=', 'reading')
          .where('cv_texts.at', '<', now() - ABANDONED),
      )
      .executeTakeFirst();
    return Boolean(numInsertedOrUpdatedRows);
  });
}

async function keep({ lead_id }: FileRow, reading: CvReading, { services: { store }, now }: JobContext<CvServices>): Promise<void> {
  await store.begin(async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('cv_texts')
      .set({ ...reading, at: now() })
      .where('lead_id', '=', lead_id)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return;
    await lockIndex(store.dialect, tx);
    await indexLeads(tx, store.dialect, { ids: [lead_id], told: true });
  });
}

async function unreadCvs(db: Tx, now: number): Promise<FileRow[]> {
  return db
    .selectFrom('files')
    .leftJoin('cv_texts', 'cv_texts.lead_id', 'files.lead_id')
    .selectAll('files')
    .where((eb) =>
      eb.or([eb('cv_texts.lead_id', 'is', null), eb.and([eb('cv_texts.state', '=', 'reading'), eb('cv_texts.at', '<', now - ABANDONED)])]),
    )
    .where('files.scan', 'in', ['clean', 'unscanned'])
    .orderBy('files.created_at', 'desc')
    .limit(MOST)
    .execute();
}

function missing(error: unknown): undefined {
  if (!(error instanceof FileMissing)) throw error;
}
