import { expect, test } from 'vitest';
import { restoreSteps } from '../compose/restore-steps.ts';
import { switchEndpoint } from './endpoints.ts';
import { setUpDeliveries } from './deliveries.testing.ts';

test('a restored store tells nobody anything until somebody enables it, and then what came meanwhile as well', async () => {
  const { store, endpoint, add, deliver, receiver } = await setUpDeliveries();
  const { id } = await endpoint();
  const run = restoreSteps.find(({ name }) => name === 'endpoints held')!.run;
  const restored = { store, files: {} as never, dataDir: '', now: () => store.now(), erasureLists: [] };
  expect(await run(restored)).toContain('npm run webhooks -- enable');
  await add({}, {});
  await deliver();
  expect([receiver.asked, await run(restored)]).toEqual([[], undefined]);
  await switchEndpoint(store.db, id, { state: 'on', state_reason: null });
  await deliver();
  expect(receiver.taken.map(({ type }) => type)).toEqual(['lead.created', 'lead.created']);
});
