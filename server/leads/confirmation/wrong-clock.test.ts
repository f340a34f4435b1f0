import { expect } from 'vitest';
import { testOnStores } from '../../store/store.testing.ts';
import { setUpMailbox } from '../mailbox.testing.ts';

const minute = 60_000;
const hour = 60 * minute;
const ada = 'ada@example.com';

/** A request got its link while the clock was two hours ahead; then the clock was set right. */
async function setUp() {
  const mailbox = await setUpMailbox();
  const { clock, worker, request, pass, tokens } = mailbox;
  await worker.maintain();
  clock.now += 2 * hour;
  await worker.maintain();
  const first = await request(ada, 'question');
  await pass(minute);
  expect(tokens(ada)).toHaveLength(1);
  const setRight = async () => {
    clock.now -= 2 * hour;
    await worker.maintain();
  };
  return { ...mailbox, first, setRight };
}

testOnStores('after a clock that was ahead, a link that is asked for comes', async () => {
  const { setRight, resend, pass, tokens, look } = await setUp();
  await setRight();
  await pass(minute);
  await resend({ email: ada });
  await pass(minute);
  expect(tokens(ada)).toHaveLength(2);
  expect((await look(tokens(ada)[1]!)).statusCode).toBe(200);
});

testOnStores('a link that was asked for while the clock was ahead comes, and works', async () => {
  const { setRight, resend, pass, tokens, look } = await setUp();
  await resend({ email: ada });
  await setRight();
  await pass(minute);
  await pass(minute);
  expect(tokens(ada)).toHaveLength(2);
  expect((await look(tokens(ada)[1]!)).body).toContain('name="token"');
});

testOnStores('a new request after it gets a mail of its own', async () => {
  const { setRight, request, pass, tokens, historyOf } = await setUp();
  await setRight();
  const later = await request(ada);
  // Within a minute of the mail before, as far as anybody knows.
  await pass(2 * minute);
  expect(tokens(ada)).toHaveLength(2);
  expect(await historyOf(later)).toContain('verification mail sent');
});
