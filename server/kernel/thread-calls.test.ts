import { expect, test } from 'vitest';
import type { ScriptCalls } from './thread-calls-script.testing.ts';
import { startThread } from './thread-calls.ts';

test('a thread answers in order, passes on errors with their codes, and rejects what waits when it ends', async () => {
  const told: unknown[] = [];
  const ended = Promise.withResolvers<Error | undefined>();
  const thread = startThread<ScriptCalls>(new URL('thread-calls-script.testing.ts', import.meta.url), {
    data: undefined,
    onTold: (words: unknown) => void told.push(words),
    onEnd: ended.resolve,
  });
  // Called before the thread has loaded its script.
  expect(await Promise.all([1, 2, 3].map((number) => thread.call('double', number)))).toEqual([2, 4, 6]);
  await expect(thread.call('fail', 'StoreDown')).rejects.toMatchObject({ name: 'StoreDown', message: 'no room', code: 'ERR', errcode: 13 });
  await thread.call('tell', 'there');
  expect(told).toEqual([{ words: 'there' }]);
  await expect(thread.call('end', undefined as never)).rejects.toThrow('the end');
  expect((await ended.promise)?.message).toBe('the end');
  await expect(thread.call('double', 1)).rejects.toThrow('the end');
});
