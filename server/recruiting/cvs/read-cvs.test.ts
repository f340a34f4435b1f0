import { describe, expect, test } from 'vitest';
import { jobRow } from '../../queue/job-queue.ts';
import { describeOnStoresInTurn } from '../../store/store.testing.ts';
import { mailWorker } from '../../testing/mail-worker.testing.ts';
import { findLeadPage } from '../../work/index/lead-list.ts';
import { findPassages } from '../../work/index/passages.ts';
import { testIndexer } from '../../work/index/index.testing.ts';
import { readDeskApplications } from '../application-page.ts';
import { application, pdf, setUp, validApplication } from '../applications.testing.ts';
import { sampleCv } from '../sample-cv.ts';
import { isCut } from './cut-pdf.ts';
import { readCv, type CvReading, type ReadCv } from './read-cv.ts';
import { readCvs } from './read-cvs.job.ts';

const cv = sampleCv(['Ada Lovelace', 'Kubernetes, Ansible and PostgreSQL', 'Scripts that set up a workplace in twenty minutes']);

describe('a CV', () => {
  test('is read word by word', async () => {
    const { state, text } = await readCv(new Uint8Array(cv));
    expect(state).toBe('whole');
    expect(text.split('\n')).toEqual([
      'Ada Lovelace',
      'Kubernetes, Ansible and PostgreSQL',
      'Scripts that set up a workplace in twenty minutes',
    ]);
  });

  test.each([0.3, 0.5, 0.9])('of which %s came is cut', async (part) => {
    const piece = new Uint8Array(cv.subarray(0, Math.floor(part * cv.length)));
    expect((await readCv(piece)).state).toBe('cut');
  });

  test('is whole with a byte order mark before it, with more versions, and with a line after its end', () => {
    const text = cv.toString('latin1');
    const mark = Buffer.from('\u00ef\u00bb\u00bf', 'latin1');
    const version = `9 0 obj<</Type/Info>>endobj\nxref\n0 0\ntrailer<</Root 1 0 R/Prev 9>>\nstartxref\n${text.length + 28}\n%%EOF\n`;
    expect([
      isCut(Buffer.concat([mark, cv])),
      isCut(Buffer.from(`${text}${version}`, 'latin1')),
      isCut(Buffer.from(`${text}\n`, 'latin1')),
    ]).toEqual([false, false, false]);
    expect(isCut(Buffer.from(`${text}${version.slice(0, 40)}`, 'latin1'))).toBe(true);
  });

  test('that names a table where there is none, or that says it was longer, is cut', () => {
    expect(isCut(pdf(3000))).toBe(true);
    const longer = cv.toString('latin1').replace('\n', '\n9 0 obj<</Linearized 1/L 900000>>endobj\n');
    expect(isCut(Buffer.from(longer, 'latin1'))).toBe(true);
  });
});

describeOnStoresInTurn('the text of CVs', 0, () => {
  test('finds the application for HR alone, says what is cut short, and goes with it', async () => {
    const setup = await setUp({ HR_MAIL: 'hr@example.com' });
    const { store, send } = setup;
    const { pass } = mailWorker(setup);
    const read = async () => {
      await store.db
        .insertInto('jobs')
        .values(jobRow(readCvs, {}, { now: setup.clock.now }))
        .execute();
      await pass(1000);
    };
    const sent = async (file: Buffer, email: string) =>
      (await send(application({ ...validApplication, email }, file))).json<{ id: string }>().id;
    const whole = await sent(cv, 'ada@example.com');
    const half = await sent(cv.subarray(0, cv.length / 2), 'grace@example.com');
    await testIndexer(store).takeIn();
    const found = async (section: 'application' | 'lead', search: string) => {
      const { rows } = await findLeadPage(store, { filter: { section, search }, sort: 'newest', limit: 5 });
      const passages = await findPassages(store.db, rows, search);
      return rows.map(({ lead_id: id }) => [id, passages.get(id)?.of]);
    };
    expect(await found('application', 'kubernetes')).toEqual([]);
    await read();
    expect(await found('application', 'kubernetes ansible')).toContainEqual([whole, 'CV']);
    expect(await found('lead', 'kubernetes')).toEqual([]);
    expect((await readDeskApplications(store.db, [whole, half])).map(({ cvState }) => cvState)).toEqual(['whole', 'cut']);

    const stored = await store.db.selectFrom('cv_texts').selectAll().execute();
    expect(stored).toHaveLength(2);
    await store.db.deleteFrom('leads').execute();
    expect(await store.db.selectFrom('cv_texts').selectAll().execute()).toEqual([]);
    expect(await found('application', 'kubernetes')).toEqual([]);
  });

  /** Applications with CVs, and a run of the job with a reader of the test. */
  const withCvs = async (...emails: string[]) => {
    const { store, send, context, clock } = await setUp();
    for (const email of emails) await send(application({ ...validApplication, email }, cv));
    const states = async () => (await store.db.selectFrom('cv_texts').select(['state', 'text']).execute()).toSorted(byState);
    const run = async (readCv: ReadCv, signal = new AbortController().signal, own = store) =>
      readCvs.run({}, { services: { ...context, store: own, readCv }, signal, now: () => clock.now } as never);
    return { store, states, run, clock };
  };
  const byState = (one: CvReading, other: CvReading) => one.state.localeCompare(other.state);
  const reading: CvReading = { state: 'reading', text: '' };
  const unreadable: CvReading = { state: 'unreadable', text: '' };
  const whole: CvReading = { state: 'whole', text: 'Ada' };

  test('is read by one server at a time, and is not called unreadable meanwhile', async () => {
    const { store, states, run } = await withCvs('ada@example.com', 'grace@example.com');
    const endless = Promise.withResolvers<CvReading>();
    const began = Promise.withResolvers<void>();
    const ended = run(async () => {
      began.resolve();
      return endless.promise;
    });
    await began.promise;
    expect(await states()).toEqual([reading]);
    const [{ lead_id: id }] = (await store.db.selectFrom('cv_texts').select('lead_id').execute()) as [{ lead_id: string }];
    expect(await readDeskApplications(store.db, [id])).toMatchObject([{ cvState: null }]);
    // Beside that run no other one of this server reads.
    await run(async () => expect.fail('it reads two at once'));

    // Another server reads the other CV.
    await run(async () => whole, undefined, Object.create(store) as typeof store);
    expect(await states()).toEqual([reading, whole]);
    endless.resolve(whole);
    await ended;
    expect(await states()).toEqual([whole, whole]);
  });

  test('is read once more where the server was gone before it had read it, and never a third time', async () => {
    const { store, states, run, clock } = await withCvs('ada@example.com');
    /** A server that is gone before the CV is read. */
    const gone = async () => {
      const began = Promise.withResolvers<void>();
      void run(async () => (began.resolve(), new Promise(() => undefined)), undefined, Object.create(store) as typeof store);
      await began.promise;
    };
    await gone();
    await run(async () => expect.fail('another server may be reading it'));
    clock.now += 61_000;
    await gone();
    expect(await states()).toEqual([unreadable]);
    clock.now += 61_000;
    await run(async () => expect.fail('it is read a third time'));
    expect(await states()).toEqual([unreadable]);
  });

  test('is whole where it was read the second time', async () => {
    const { store, states, run, clock } = await withCvs('ada@example.com');
    await run(async () => whole);
    await store.db.updateTable('cv_texts').set({ state: 'reading', text: '' }).execute();
    clock.now += 61_000;
    await run(async () => whole);
    expect(await states()).toEqual([whole]);
  });

  test('is read again where reading it was stopped from outside, or failed', async () => {
    const { states, run } = await withCvs('ada@example.com');
    const stopping = new AbortController();
    const stopped = run(async () => {
      stopping.abort();
      throw new Error('stopped');
    }, stopping.signal);
    expect(await stopped).toBeUndefined();
    expect(await states()).toEqual([]);
    await expect(run(async () => Promise.reject(new Error('no memory for a process')))).rejects.toThrow('no memory for a process');
    expect(await states()).toEqual([]);
    await run(async () => whole);
    expect(await states()).toEqual([whole]);
  });

  test('waits for the virus scanner', async () => {
    const setup = await setUp();
    const { store, send } = setup;
    const { pass } = mailWorker(setup);
    const read = async () => {
      await store.db
        .insertInto('jobs')
        .values(jobRow(readCvs, {}, { now: setup.clock.now }))
        .execute();
      await pass(1000);
    };
    await send(application(validApplication, cv));
    await store.db.updateTable('files').set({ scan: 'infected' }).execute();
    await read();
    expect(await store.db.selectFrom('cv_texts').select('lead_id').execute()).toEqual([]);
  });
});
