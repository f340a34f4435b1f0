import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Below those that systems give to outgoing connections: one of these takes the port of whoever closes it for a moment. */
const [FIRST, LAST] = [15_000, 32_000];

/** Which ports are given to running tests: a server that is stopped for a while, or starts slowly, finds nobody on its own. */
const GIVEN = join(process.env.TEST_PORTS ?? tmpdir(), 'cognitive-test-ports');

/** Milliseconds after which nobody needs what was given any more, where whoever had it was killed. */
const LONGEST = 3_600_000;

const taken: string[] = [];
process.once('exit', () => taken.forEach((mark) => rmSync(mark, { force: true })));

/** A port of this machine that nothing listens on, and that no other test is given while this process runs. */
export async function freePort(): Promise<number> {
  mkdirSync(GIVEN, { recursive: true });
  for (;;) {
    const port = randomInt(FIRST, LAST);
    if (!take(join(GIVEN, String(port)))) continue;
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

function take(mark: string): boolean {
  const age = Date.now() - (statSync(mark, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
  if (age > LONGEST) rmSync(mark, { force: true });
  try {
    writeFileSync(mark, '', { flag: 'wx' });
  } catch {
    return false;
  }
  taken.push(mark);
  return true;
}
