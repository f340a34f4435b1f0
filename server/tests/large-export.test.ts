import { expect, test } from 'vitest';
import { exportPersonCall } from '../../contract/calls/desk/privacy-calls.ts';
import { addLeads } from '../work/index/index.testing.ts';
import { freshStore } from '../store/store.testing.ts';
import { testDesk } from '../testing/desk.testing.ts';
import { readZip } from '../testing/read-zip.testing.ts';
import { longestTurn } from '../testing/thread-turns.testing.ts';
import { everyEighthRun } from '../testing/rotation.testing.ts';

everyEighthRun(test, 3)('an export of hundreds of requests of one address, one of them broken, leaves others their turn', async () => {
  const store = await freshStore();
  const { signedIn } = await testDesk(store);
  const admin = await signedIn('admin');
  const message = '"<&\n'.repeat(1250);
  const ids = await addLeads(
    store,
    Array.from({ length: 600 }, () => ({ answers: { message } })),
  );
  await store.db.updateTable('leads').set({ answers: '{"broken' }).where('id', '=', ids[7]!).execute();
  const answers: Awaited<ReturnType<typeof admin.call>>[] = [];
  expect(
    await longestTurn(async () => void answers.push(await admin.call(exportPersonCall, { id: ids[0]!, spelling: 'all' }))),
  ).toBeLessThan(150);
  const files = readZip(answers[0]!.rawPayload);
  const { requests, address } = JSON.parse(files.get('data.json')!.toString()) as { address: string; requests: { answers: unknown }[] };
  expect([address, requests.length, requests[7]!.answers]).toEqual(['ada@example.com', 600, '{"broken']);
  expect(files.get('index.html')!.toString()).toMatch(/Request 600: [\s\S]*<\/html>\n$/);
});
