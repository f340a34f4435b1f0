import { onTestFinished, describe, expect, test } from 'vitest';
import { createPost } from './post-request.ts';
import { startReceiver, type Behaviour } from './receiver.testing.ts';

async function setUp(behaviour: Behaviour, whole = 10_000) {
  const receiver = await startReceiver(() => behaviour);
  const post = createPost({ privately: true, timeouts: { connect: 5000, whole } });
  onTestFinished(async () => {
    post.close();
    await receiver.close();
  });
  return {
    receiver,
    send: (most?: number) => post(receiver.url, { headers: { 'webhook-id': 'msg_1' }, body: '{"a":"ü"}', ...(most && { most }) }),
  };
}

describe('a request to somebody else', () => {
  test('arrives byte for byte', async () => {
    const { receiver, send } = await setUp({ status: 204 });
    expect(await send()).toMatchObject({ status: 204 });
    expect(receiver.asked[0]).toMatchObject({ body: '{"a":"ü"}', headers: { 'webhook-id': 'msg_1', 'content-length': '10' } });
  });

  test('follows no redirect', async () => {
    const { receiver, send } = await setUp({ status: 307, headers: { location: '/elsewhere' } });
    expect((await send()).status).toBe(307);
    expect(receiver.asked).toHaveLength(1);
  });

  test('reads the beginning of 10 MB and no more', async () => {
    const { send } = await setUp({ status: 200, body: Buffer.alloc(10_000_000, 'x') });
    const before = process.memoryUsage().arrayBuffers;
    const { status, answer } = await send(1000);
    expect([status, answer.length]).toEqual([200, 1000]);
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(20_000_000);
  });

  test('waits no longer than its time for one that hangs', async () => {
    const { send } = await setUp('hang', 300);
    await expect(send()).rejects.toThrow('no answer in 300 ms');
  });

  test('says that a connection was cut', async () => {
    const { send } = await setUp('reset');
    await expect(send()).rejects.toThrow(/ECONNRESET|socket hang up/);
  });

  test('goes over a connection that was kept, and over a new one where that was closed', async () => {
    const { receiver, send } = await setUp({ status: 200, body: 'ok' });
    await send();
    await send();
    expect(receiver.connections()).toBe(1);
    receiver.dropIdle();
    expect((await send()).status).toBe(200);
  });
});
