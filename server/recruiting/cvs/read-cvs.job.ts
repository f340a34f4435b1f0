import { buffer } from 'node:stream/consumers';
import * as v from 'valibot';
import { FileMissing } from '../../files/file-storage.ts';
import type { JobServices } from '../../mail/job-services.ts';
import { defineJob, type Job, type JobContext } from '../../queue/job.ts';
import type { FileRow } from '../../store/tables/file-tables.ts';
import type { Tx } from '../../store/store.ts';
import { indexLeads, lockIndex } from '../../work/index/lead-index.ts';
import type { ReadCv } from './read-cv.ts';

export type CvServices = JobServices & {
  /** Reads a CV in a worker thread. */
  readCv?: ReadCv;
};

const EVERY = 30_000;
/** CVs of one run: others are read by the next ones. */
const MOST = 20;

/** Reads the CVs that nobody has read yet, the newest first, once the virus scanner has let them pass, so that they can be searched. */
export const readCvs: Job<object, object, CvServices> = defineJob({
  name: 'recruiting.read-cvs',
  payload: v.object({}),
  every: EVERY,
  async run(_payload, context: JobContext<CvServices>) {
    const { store } = context.services;
    for (const cv of await unreadCvs(store.db)) {
      if (context.signal.aborted) return;
      await readOne(cv, context);
    }
  },
});

async function readOne(cv: FileRow, { services: { store, files, readCv }, now }: JobContext<CvServices>): Promise<void> {
  const pdf = await files.open(cv.key).then(buffer, missing);
  if (pdf === undefined) return;
  const read = readCv ?? (await import('./read-cv.ts')).readCv;
  const reading = await read(new Uint8Array(pdf));
  await store.begin(async (tx) => {
    // It may have been erased meanwhile.
    if ((await tx.selectFrom('files').select('key').where('key', '=', cv.key).executeTakeFirst()) === undefined) return;
    await tx
      .insertInto('cv_texts')
      .values({ lead_id: cv.lead_id, ...reading, at: now() })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    await lockIndex(store.dialect, tx);
    await indexLeads(tx, store.dialect, { ids: [cv.lead_id], told: true });
  });
}

async function unreadCvs(db: Tx): Promise<FileRow[]> {
  return db
    .selectFrom('files')
    .leftJoin('cv_texts', 'cv_texts.lead_id', 'files.lead_id')
    .selectAll('files')
    .where('cv_texts.lead_id', 'is', null)
    .where('files.scan', 'in', ['clean', 'unscanned'])
    .orderBy('files.created_at', 'desc')
    .limit(MOST)
    .execute();
}

function missing(error: unknown): undefined {
  if (!(error instanceof FileMissing)) throw error;
}
