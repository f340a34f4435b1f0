import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import * as calls from '../../contract/calls/desk/privacy-calls.ts';
import { leadWork } from '../../contract/calls/desk/lead-calls.ts';
import { encodeCall } from '../../contract/calls/desk/call-request.ts';
import type { CallOutput } from '../../contract/calls/desk/call.ts';
import { FRESH } from '../http/desk-route.ts';
import { addLeads } from '../work/index/index.testing.ts';
import { suppress } from '../mail/suppression.ts';
import { freshStore, temporaryFolder, testOnStores } from '../store/store.testing.ts';
import { testDesk } from '../testing/desk.testing.ts';
import { readZip } from '../testing/read-zip.testing.ts';
import { listErasures } from './erasure-list.ts';

const address = 'zenobia@quill.example';

async function setUp() {
  const store = await freshStore();
  const dataDir = temporaryFolder();
  const set = await testDesk(store, { DATA_DIR: dataDir });
  const ids = (await addLeads(store, [
    { answers: { email: address } },
    { kind: 'message', form: 'contacts', answers: { email: address } },
    { answers: { email: 'Zenobia+news@quill.example' } },
    { answers: { email: 'bystander@example.com', message: `Ask ${address}` } },
  ])) as [string, string, string, string];
  const left = async () => (await store.db.selectFrom('leads').select('id').orderBy('id').execute()).map(({ id }) => id);
  return { ...set, store, dataDir, ids, left };
}

describe('what is stored on a person, from the page of their request', () => {
  test('is told in numbers and given out whole', async () => {
    const { signedIn, store, ids } = await setUp();
    const admin = await signedIn('admin');
    const held = (await admin.call(calls.readHeldData, { id: ids[0] })).json<CallOutput<typeof calls.readHeldData>>();
    expect(held).toMatchObject({
      address,
      others: [{ address: 'Zenobia+news@quill.example', requests: 1 }],
      mentions: [{ id: ids[3], section: 'lead', by: 'sender' }],
      lists: 0,
    });
    expect(held.held).toContainEqual({ what: 'requests, messages and applications', count: 2 });
    const all = (await admin.call(calls.readHeldData, { id: ids[0], spelling: 'all' })).json<typeof held>();
    expect(all.held).toContainEqual({ what: 'requests, messages and applications', count: 3 });
    const file = await admin.call(calls.exportPersonCall, { id: ids[0], spelling: 'all' });
    expect(file.headers['content-type']).toContain('application/zip');
    const data = JSON.parse(readZip(file.rawPayload).get('data.json')!.toString()) as { requests: { id: string }[] };
    expect(data.requests.map(({ id }) => id).toSorted()).toEqual(ids.slice(0, 3).toSorted());
    expect(JSON.stringify(data)).not.toContain('bystander');
    const log = await store.db.selectFrom('privacy_log').selectAll().execute();
    expect(log).toMatchObject([{ action: 'export', actor: expect.stringContaining('Person 1 at the desk') }]);
    const actions = await store.db.selectFrom('staff_actions').selectAll().orderBy('id').execute();
    expect(actions.map(({ action, subject_id: id }) => [action, id])).toEqual([
      ['stored data looked up', ids[0]],
      ['stored data looked up', ids[0]],
      ['stored data exported', ids[0]],
    ]);
    expect(JSON.stringify(actions)).not.toContain('zenobia');
  });

  testOnStores('is erased where the address is typed again, after a fresh sign-in, and nothing of anybody else', async () => {
    const { signedIn, store, ids, left, clock, dataDir } = await setUp();
    await suppress(store.db, address, 'x', 1);
    const admin = await signedIn('admin');
    expect((await admin.call(calls.erasePersonCall, { id: ids[0], address: 'bystander@example.com' })).json()).toMatchObject({
      status: 422,
      errors: { address: expect.any(String) },
    });
    clock.now += FRESH + 1;
    expect((await admin.call(calls.erasePersonCall, { id: ids[0], address })).json()).toMatchObject({ title: 'Sign in again' });
    expect(await left()).toHaveLength(4);
    const fresh = await signedIn('admin');
    expect((await fresh.call(calls.erasePersonCall, { id: ids[0], address: ` ${address.toUpperCase()} ` })).json()).toEqual({
      filesLeft: 0,
      mentions: [{ id: ids[3], section: 'lead', by: 'sender' }],
    });
    expect(await left()).toEqual([ids[2], ids[3]].toSorted());
    expect(await store.db.selectFrom('suppressions').selectAll().execute()).toEqual([]);
    expect(await listErasures(store.db)).toMatchObject([{ scope: 'address' }]);
    expect(await readFile(join(dataDir, 'erasures.jsonl'), 'utf8')).toContain('"scope":"address"');
    expect((await fresh.call(calls.erasePersonCall, { id: ids[0], address })).statusCode).toBe(404);
    expect((await fresh.call(calls.readHeldData, { id: ids[0] })).statusCode).toBe(404);
  });

  test('the address goes from what staff wrote about requests of others, by one press', async () => {
    const { signedIn, store, ids } = await setUp();
    const [sales, admin] = [await signedIn('sales'), await signedIn('admin')];
    const other = ids[3];
    const text = `Colleague of "${address.toUpperCase()}", see ${address}.`;
    expect((await sales.call(leadWork.note, { id: other, text, mentions: [] })).statusCode).toBe(200);
    const byStaff = { id: other, section: 'lead', by: 'staff' };
    const bySender = { id: other, section: 'lead', by: 'sender' };
    const held = (await admin.call(calls.readHeldData, { id: ids[0] })).json<CallOutput<typeof calls.readHeldData>>();
    expect(held.mentions).toEqual([bySender, byStaff]);
    const notes = async () => {
      const rows = await store.db.selectFrom('lead_events').select('detail').where('kind', '=', 'note').execute();
      return rows.map(({ detail }) => (JSON.parse(detail) as { text: string }).text);
    };
    // Mentions are kept unless their removal is asked for, and the answer lists them.
    const left = (await admin.call(calls.erasePersonCall, { id: ids[0], address })).json<CallOutput<typeof calls.erasePersonCall>>();
    expect(left.mentions).toEqual([bySender, byStaff]);
    expect(await notes()).toEqual([text]);
    await addLeads(store, [{ answers: { email: address } }]);
    const again = await store.db.selectFrom('leads').select('id').where('email', '=', address).executeTakeFirstOrThrow();
    const erased = await admin.call(calls.erasePersonCall, { id: again.id, address, staffMentions: true });
    expect(erased.json<CallOutput<typeof calls.erasePersonCall>>().mentions).toEqual([bySender]);
    expect(await notes()).toEqual(['Colleague of "[erased address]", see [erased address].']);
    expect((await store.db.selectFrom('lead_index').select('words').where('lead_id', '=', other).executeTakeFirst())?.words).toContain(
      ' erased',
    );
  });

  test('whoever looks at it meanwhile is told that it is gone', async () => {
    const { desk, signedIn, ids, origin } = await setUp();
    const [sales, admin] = [await signedIn('sales'), await signedIn('admin')];
    const { host } = new URL(origin);
    const { path } = encodeCall(leadWork.changes, { watching: ids[0] });
    const stream = (await desk.inject({ url: path, headers: { cookie: sales.cookie, host }, payloadAsStream: true })).stream();
    onTestFinished(() => void stream.destroy());
    let told: CallOutput<typeof leadWork.changes> | undefined;
    for await (const piece of stream as AsyncIterable<Buffer>) {
      for (const [, data] of piece.toString().matchAll(/^data: (.*)$/gm)) {
        if (told === undefined) void admin.call(calls.erasePersonCall, { id: ids[0], address });
        told = JSON.parse(data!) as typeof told;
      }
      if (told?.gone === true) break;
    }
    expect(told).toMatchObject({ gone: true });
    expect((await sales.call(leadWork.read, { id: ids[0] })).statusCode).toBe(404);
  });
});
