import { onTestFinished } from 'vitest';
import { addLeads, type TestLead } from '../../work/index/index.testing.ts';
import { createFollower } from '../../leads/history/history-subscribers.ts';
import { markVerified } from '../../leads/confirmation/confirm-link.ts';
import { stoppedClock } from '../../queue/jobs.testing.ts';
import { readSettings, type Settings } from '../../settings/settings.ts';
import { freshStore, silent } from '../../store/store.testing.ts';
import type { Store } from '../../store/store.ts';
import { testContext } from '../../testing/command.testing.ts';
import { WHOLE_TIMEOUT } from '../post-request.ts';
import { crmCommand } from '../crm-command.ts';
import { createDeliverer } from '../deliverer.ts';
import { createPost, type PostRequest } from '../post-request.ts';
import { matchSettings } from '../setting-endpoints.ts';
import { deliverySubscribers } from '../delivery-subscribers.ts';
import { tellErasure } from '../delivery-subscribers.ts';
import type { Crm, CrmClient } from './crm.ts';
import { crmSender } from './crm-sender.ts';

type Clock = ReturnType<typeof stoppedClock>;
type Connect = (parts: { post: PostRequest; clock: Clock }) => Promise<{ client: CrmClient; settings: Partial<Settings> }>;

/** A store with a stopped clock and a CRM that it delivers to. */
export async function setUpCrm(crm: Crm, connect: Connect) {
  const clock = stoppedClock();
  const store: Store = { ...(await freshStore()), now: clock.now };
  const post = createPost({ privately: true });
  onTestFinished(() => post.close());
  const { client, settings: given } = await connect({ post, clock });
  const settings: Settings = { ...readSettings({}), ...given };
  await matchSettings(store, settings);
  const indexer = createFollower({ store, log: silent, subscribers: deliverySubscribers(store) });
  const senders = { [crm.id]: crmSender({ store, crm, client }) };
  const deliverer = createDeliverer({ store, log: silent, senders, random: () => 0.5 });
  const deliver = async () => {
    await indexer.takeIn();
    await deliverer.deliverDue();
  };
  return {
    store,
    clock,
    settings,
    run: testContext(crmCommand, store, { now: clock.now, settings }).run,
    deliver,
    verified: async (...leads: TestLead[]): Promise<string[]> => {
      const ids = await addLeads(
        store,
        leads.map((lead) => ({ at: clock.now(), ...lead })),
      );
      await store.begin(async (tx) => {
        for (const id of ids) await markVerified(tx, id, clock.now());
      });
      return ids;
    },
    /** Erases requests and delivers the erasure to the CRM. */
    erase: async (...ids: string[]) => {
      const leads = await store.db.selectFrom('leads').selectAll().where('id', 'in', ids).execute();
      await store.begin(async (tx) => {
        await tellErasure(tx, store.dialect, { leads, at: clock.now() });
        await tx.deleteFrom('leads').where('id', 'in', ids).execute();
      });
      clock.pass(WHOLE_TIMEOUT);
      await deliver();
    },
  };
}

export const person = (n: number): TestLead => ({
  answers: { name: 'Ada', surname: `Number ${n}`, email: `Ada${n}@example.com`, company: 'Engines' },
});
