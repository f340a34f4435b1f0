import { expect, onTestFinished, test } from 'vitest';
import { markVerified } from '../leads/confirmation/confirm-link.ts';
import { silent } from '../store/store.testing.ts';
import { chatSender } from './chat-sender.ts';
import { setUpDeliveries } from './deliveries.testing.ts';
import { createDeliverer } from './deliverer.ts';
import { createPost } from './post-request.ts';
import { matchSettings } from './setting-endpoints.ts';

test('a verified request is a line in the chat that names nobody; one that the chat refuses for a while comes later', async () => {
  const { store, clock, receiver, add, takeIn } = await setUpDeliveries();
  const url = `${receiver.url}/services/secret`;
  await matchSettings(store, { CHAT_WEBHOOK_URL: url, HUBSPOT_SECRET: undefined, SALESFORCE_KEY: undefined });
  const post = createPost({ privately: true });
  onTestFinished(() => post.close());
  const chat = chatSender({ post, url, deskUrl: 'https://desk.example.com', now: clock.now });
  const deliverer = createDeliverer({ store, log: silent, senders: { chat }, random: () => 0.5 });
  const [id] = (await add(
    { answers: { role: 'Quant <!channel> & more: Ada Lovelace', email: 'ada@example.com', message: 'secret words' } },
    {},
  )) as [string];
  await store.begin((tx) => markVerified(tx, id, clock.now()));
  receiver.state.behave = () => ({ status: 429, headers: { 'retry-after': '30' } });
  await takeIn();
  await deliverer.deliverDue();
  receiver.state.behave = () => ({ status: 200, body: 'ok' });
  clock.pass(29_000);
  await deliverer.deliverDue();
  expect(receiver.asked).toHaveLength(1);
  clock.pass(2000);
  await deliverer.deliverDue();
  expect(receiver.taken.map(({ path, body }) => [path, JSON.parse(body)])).toEqual([
    [
      '/services/secret',
      { text: `Verified: Contact us, Quant &lt;!channel&gt; &amp; more <https://desk.example.com/leads/${id}|Open at the desk>` },
    ],
  ]);
});
