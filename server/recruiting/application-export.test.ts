import { expect, test } from 'vitest';
import * as calls from '../../contract/calls/desk/application-calls.ts';
import { describeOnStoresInTurn } from '../store/store.testing.ts';
import { FRESH } from '../http/desk-route.ts';
import { answer } from '../testing/desk.testing.ts';
import { validApplication } from './applications.testing.ts';
import { setUpDesk } from './desk-applications.testing.ts';

const link = { attribution: JSON.stringify({ utm: { source: 'job board' }, referrer: 'https://www.jobs.example/list' }) };

describeOnStoresInTurn('HR', 1, () => {
  test('takes the list out as a file, after a fresh sign-in, and nobody else does', async () => {
    const { signedIn, apply, actions, clock } = await setUpDesk();
    const ada = await apply({ ...link, message: '=1+1 is what I compute,\r\nby machine.' });
    await apply({ name: 'Bob', email: 'bob@example.com', subject: 'Content Manager' });
    const hr = await signedIn('hr');
    await answer(hr, calls.applicationWork.assign, { id: ada, version: 0, owner: hr.accountId });
    const { headers, body } = await hr.call(calls.exportApplicationsCall, { position: validApplication.subject });
    expect(headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': expect.stringMatching(/applications-.*\.csv/),
    });
    const [head = '', line = '', ...rest] = body.trim().split('\r\n');
    expect([rest, body.includes(hr.accountId)]).toEqual([[], false]);
    for (const column of ['Position', 'Stage', 'Owner', 'Come back on', 'Rating', 'CV', 'Source'])
      expect(head.split(',')).toContain(column);
    for (const value of [
      validApplication.subject,
      'ada@example.com',
      `"'=1+1 is what I compute,\nby machine."`,
      'New',
      'Not scanned',
      'job board',
      `/applications/${ada}`,
    ])
      expect(line).toContain(value);
    expect((await actions()).at(-1)).toMatchObject({ action: 'applications exported', detail: '{"applications":1,"filters":"position"}' });
    for (const role of ['sales', 'admin', 'marketing'] as const) {
      const other = await signedIn(role);
      expect((await other.call(calls.exportApplicationsCall, {})).statusCode).toBe(403);
      expect((await other.call(calls.applicationFunnelCall, {})).statusCode).toBe(403);
    }
    clock.now += FRESH + 1;
    expect((await hr.call(calls.exportApplicationsCall, {})).json()).toMatchObject({ title: 'Sign in again' });
  });

  test('sees how far applications came, by position and source, whatever became of them since', async () => {
    const { signedIn, apply, store, clock } = await setUpDesk();
    const hr = await signedIn('hr');
    const hired = await apply(link);
    const rejected = await apply({ email: 'grace@example.com' });
    await apply({ email: 'new@example.com', subject: 'Content Manager' });
    const spam = await apply({ email: 'spam@example.com' });
    await store.db.updateTable('lead_index').set({ spam: 1 }).where('lead_id', '=', spam).execute();
    for (const [id, stages] of [
      [hired, ['interview', 'hired']],
      [rejected, ['screening', 'interview', 'rejected']],
    ] as const)
      for (const [version, stage] of stages.entries()) await answer(hr, calls.changeStageCall, { id, version, stage });
    const empty = { received: 0, screening: 0, interview: 0, offer: 0, hired: 0, open: 0, rejected: 0 };
    const developer = { received: 2, screening: 2, interview: 2, offer: 1, hired: 1, open: 0, rejected: 1 };
    expect(await answer(hr, calls.applicationFunnelCall, {})).toEqual({
      all: { label: '', ...developer, received: 3, open: 1 },
      groups: [
        { label: validApplication.subject, ...developer },
        { label: 'Content Manager', ...empty, received: 1, open: 1 },
      ],
      leftOut: 0,
    });
    expect((await answer(hr, calls.applicationFunnelCall, { by: 'source', days: 30 })).groups).toEqual([
      { label: '', ...empty, received: 2, screening: 1, interview: 1, open: 1, rejected: 1 },
      { label: 'job board', ...empty, received: 1, screening: 1, interview: 1, offer: 1, hired: 1 },
    ]);
    clock.now += 31 * 24 * 3_600_000;
    const later = await signedIn('hr');
    expect((await answer(later, calls.applicationFunnelCall, { days: 30 })).all).toEqual({ label: '', ...empty });
  });
});
