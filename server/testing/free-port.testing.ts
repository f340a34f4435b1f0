import { once } from 'node:events';
import { createServer } from 'node:net';
import { randomInt } from 'node:crypto';

/** Below those that systems give to outgoing connections: one of these takes the port of whoever closes it for a moment. */
const [FIRST, LAST] = [15_000, 32_000];

/** A port of this machine that nothing listens on, and that stays free for whoever listens there again later. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(FIRST, LAST);
    const probe = createServer().listen(port, '127.0.0.1');
    const free = await once(probe, 'listening').then(
      () => true,
      () => false,
    );
    if (!free) continue;
    probe.close();
    await once(probe, 'close');
    return port;
  }
}
