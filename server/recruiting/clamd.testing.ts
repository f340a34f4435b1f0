import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { expect, onTestFinished } from 'vitest';
import { temporaryFolder } from '../store/store.testing.ts';
import { scan } from './clamd.ts';

/** The EICAR test file of virus scanners, in two parts so that scanners do not report this source. */
export const eicar = Buffer.from(['X5O!P%@AP[4\\PZX54(P^)7CC)7}$', 'EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join(''));

export type FakeClamd = {
  address: string;
  scanned: Buffer[];
  /** How it behaves: correctly, silent, hanging up, or refusing files over a size. */
  mode: 'works' | 'silent' | 'hangs up' | 'small';
  stop: () => Promise<void>;
};

/** A scanner that takes the protocol literally: a length, that many bytes, a zero length at the end, and nothing after it. */
export async function startFakeClamd(listen: string | number = 0): Promise<FakeClamd> {
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
    void serve(socket, fake).catch(() => socket.destroy());
  });
  const fake: FakeClamd = {
    address: '',
    scanned: [],
    mode: 'works',
    stop: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  await new Promise<void>((resolve) => {
    if (typeof listen === 'string') server.listen(listen, resolve);
    else server.listen(listen, '127.0.0.1', resolve);
  });
  const at = server.address();
  fake.address = typeof at === 'string' ? `unix:${at}` : `tcp://127.0.0.1:${at!.port}`;
  onTestFinished(() => fake.stop());
  return fake;
}

async function serve(socket: Socket, fake: FakeClamd): Promise<void> {
  if (fake.mode === 'hangs up') return void socket.destroy();
  const read = reader(socket);
  const command = await read.until(0);
  if (fake.mode === 'silent') return;
  if (command !== 'zINSTREAM') return void socket.end('UNKNOWN COMMAND\0');
  const pieces: Buffer[] = [];
  for (;;) {
    const length = (await read.bytes(4)).readUInt32BE();
    if (length === 0) break;
    pieces.push(await read.bytes(length));
    if (fake.mode === 'small') return void socket.end('INSTREAM size limit exceeded. ERROR\0');
  }
  const whole = Buffer.concat(pieces);
  fake.scanned.push(whole);
  socket.end(whole.includes(eicar) ? 'stream: Eicar-Test-Signature FOUND\0' : 'stream: OK\0');
}

function reader(socket: Socket) {
  const source = socket.iterator({ destroyOnReturn: false });
  let held = Buffer.alloc(0);
  const more = async () => {
    const next = (await source.next()) as IteratorResult<Buffer, undefined>;
    if (next.done === true) throw new Error('the client broke off');
    held = Buffer.concat([held, next.value]);
  };
  const take = (length: number) => {
    const taken = held.subarray(0, length);
    held = held.subarray(length);
    return taken;
  };
  return {
    async until(byte: number): Promise<string> {
      while (!held.includes(byte)) await more();
      const text = take(held.indexOf(byte)).toString();
      take(1);
      return text;
    },
    async bytes(length: number): Promise<Buffer> {
      while (held.length < length) await more();
      return take(length);
    },
  };
}

export const clamdProgram = ['/usr/sbin/clamd', '/usr/local/sbin/clamd'].find((path) => existsSync(path));

export async function startRealClamd(): Promise<string> {
  const folder = temporaryFolder();
  const socket = join(folder, 'clamd.ctl');
  await mkdir(join(folder, 'signatures'));
  await writeFile(join(folder, 'signatures', 'test.ndb'), `Eicar-Test-Signature:0:*:${eicar.toString('hex')}\n`);
  const settings = {
    LocalSocket: socket,
    DatabaseDirectory: join(folder, 'signatures'),
    TemporaryDirectory: folder,
    Foreground: 'yes',
    StreamMaxLength: '4M',
  };
  await writeFile(
    join(folder, 'clamd.conf'),
    Object.entries(settings)
      .map((pair) => `${pair.join(' ')}\n`)
      .join(''),
  );
  const daemon = spawn(clamdProgram!, ['--config-file', join(folder, 'clamd.conf')], { stdio: 'ignore' });
  const ended = new Promise((resolve) => daemon.once('exit', resolve));
  onTestFinished(async () => {
    daemon.kill();
    await ended;
  });
  const address = `unix:${socket}`;
  await expect
    .poll(
      () =>
        scan(address, Readable.from([Buffer.from('a')])).then(
          ({ clean }) => clean,
          () => false,
        ),
      { timeout: 15_000 },
    )
    .toBe(true);
  return address;
}
