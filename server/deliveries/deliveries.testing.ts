import { onTestFinished } from 'vitest';
import { eventTypes, type EventType } from '../../contract/events.ts';
import { createFollower } from '../leads/history/history-subscribers.ts';
import { stoppedClock } from '../queue/jobs.testing.ts';
import { addLeads, type TestLead } from '../work/index/index.testing.ts';
import { freshStore, silent } from '../store/store.testing.ts';
import type { Store } from '../store/store.ts';
import { createDeliverer, type Deliverer } from './deliverer.ts';
import { addEndpoint } from './endpoints.ts';
import { createPost } from './post-request.ts';
import { startReceiver, type Behaviour, type Received } from './receiver.testing.ts';
import type { Sender } from './sending.ts';
import { subscribersOf } from '../compose/subscriber-list.ts';
import { webhookSender } from './webhook-sender.ts';

/** A store with a stopped clock, and deliveries to a receiver. */
export async function setUpDeliveries(behave?: (request: Received) => Behaviour) {
  const clock = stoppedClock();
  const store: Store = { ...(await freshStore()), now: clock.now };
  const receiver = await startReceiver(behave);
  onTestFinished(() => receiver.close());
  const indexer = createFollower({ store, log: silent, subscribers: subscribersOf({ store, log: silent, zone: 'Europe/Rome' }) });
  const deliverer = testDeliverer(store);
  return {
    store,
    clock,
    receiver,
    deliverer,
    endpoint: (path = '/', events: readonly EventType[] = eventTypes) =>
      addEndpoint(store.db, { kind: 'webhook', url: receiver.url + path, events, now: clock.now() }),
    add: async (...leads: TestLead[]): Promise<string[]> =>
      addLeads(
        store,
        leads.map((lead) => ({ at: clock.now(), ...lead })),
      ),
    takeIn: () => indexer.takeIn(),
    /** Sends everything that is due at the present time. */
    deliver: async () => {
      await indexer.takeIn();
      await deliverer.deliverDue();
    },
    of: (path: string) => receiver.taken.filter((request) => request.path === path),
  };
}

/** A deliverer whose pauses are not random. */
export function testDeliverer(store: Store, sender?: Sender): Deliverer {
  const post = createPost({ privately: true, timeouts: { connect: 5000, whole: 10_000 } });
  onTestFinished(() => post.close());
  const webhook = sender ?? webhookSender({ post, now: () => store.now() });
  return createDeliverer({ store, log: silent, senders: { webhook }, random: () => 0.5 });
}
