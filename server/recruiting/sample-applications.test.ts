import { describe, expect } from 'vitest';
import * as calls from '../../contract/calls/desk/application-calls.ts';
import { openStages } from '../../contract/desk/application-stages.ts';
import { createDeskCommand } from '../work/samples/desk-command.ts';
import { testOnStores } from '../store/store.testing.ts';
import { testContext } from '../testing/command.testing.ts';
import { setUpDesk } from './desk-applications.testing.ts';
import { answer } from '../testing/desk.testing.ts';
import { cvField } from './public.ts';
import type { SamplePosition } from '../work/samples/sample-words.ts';
import { sampleCvWords } from './sample-cv.ts';
import { storeSampleCv } from './sample-applications.ts';

describe('sample applications', () => {
  testOnStores('have stages, ratings, and CVs that the desk opens; where they go their files go, too', async () => {
    const { signedIn, store, context } = await setUpDesk();
    const { settings, files } = context;
    const { run } = testContext(createDeskCommand({ storeFile: storeSampleCv, addMeetings: async () => 0 }), store, { settings, files });
    expect((await run('sample', '250')).code).toBe(0);
    const stored = await store.db.selectFrom('leads').select('id').where('kind', '=', 'application').execute();
    const rows = await store.db.selectFrom('files').select(['lead_id', 'scan']).execute();
    expect(new Set(rows.map((row) => row.lead_id))).toEqual(new Set(stored.map(({ id }) => id)));
    expect(new Set(rows.map(({ scan }) => scan))).toEqual(new Set(['unscanned']));

    const hr = await signedIn('hr');
    const { applications } = await answer(hr, calls.applicationWork.list, { limit: 200 });
    expect(applications.length).toBeGreaterThan(10);
    expect(new Set(applications.map(({ stage }) => stage)).size).toBeGreaterThan(3);
    for (const { stage, rating } of applications) expect([stage, rating === null]).toEqual([stage, stage === 'new']);
    const { id, name, position } = applications.find(({ stage }) => stage !== 'new' && openStages.includes(stage))!;
    const { timeline, cv } = await answer(hr, calls.applicationWork.read, { id });
    expect([timeline.map(({ kind }) => kind), cv]).toMatchObject([
      expect.arrayContaining(['received', 'rated', 'stage changed']),
      { mayOpen: true },
    ]);
    const { statusCode, rawPayload } = await hr.call(calls.openCv, { id });
    const check = cvField.check();
    check.push(rawPayload);
    expect([statusCode, check.fault(rawPayload.length), rawPayload.length]).toEqual([200, undefined, cv!.bytes]);
    expect(rawPayload.toString('latin1')).toContain(name.split(' ')[0]!.normalize('NFC'));
    expect(rawPayload.toString('latin1')).toContain(sampleCvWords[position as SamplePosition].profile.slice(0, 12));

    await run('sample', '--remove');
    for (const table of ['files', 'uploads', 'leads', 'lead_ratings'] as const)
      expect([table, await store.db.selectFrom(table).selectAll().execute()]).toEqual([table, []]);
    // No row names a file by now, so any file left on the disk is listed here.
    const left: string[] = [];
    for await (const { key } of files.unknown()) left.push(key);
    expect(left).toEqual([]);
  });
});
