import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Below the ports that systems use for outgoing connections: one of these could take a port that a test closes for a moment. */
const [FIRST, LAST] = [15_000, 32_000];

/** Folder that marks the ports given to running tests, so that no other test uses the port of a server that is stopped or starting. */
const GIVEN = join(process.env.TEST_PORTS ?? tmpdir(), 'cognitive-test-ports');

/** Milliseconds after which a mark is ignored: the test that made it may have been killed. */
const LONGEST = 3_600_000;

const taken: string[] = [];
process.once('exit', () => taken.forEach((mark) => rmSync(mark, { force: true })));

/** A port of this machine that nothing listens on, and that no other test gets while this process runs. */
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
