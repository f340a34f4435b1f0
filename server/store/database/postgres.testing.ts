import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import type { Certificate } from '../../testing/certificate.testing.ts';
import { freePort } from '../../testing/free-port.testing.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of the test cluster; undefined if PostgreSQL is not installed. */
    postgres: string | undefined;
  }
}

export type Cluster = { url: string; process: ChildProcess; restart(): Promise<void>; kill(): Promise<void>; stop(): Promise<void> };

/** Template database with current tables and no rows, which tests copy. */
export const MIGRATED = 'migrated';

/**
 * Starts PostgreSQL in a temporary folder, on a socket there. Undefined if its programs are not installed.
 * @param certificate for localhost: PostgreSQL listens there as well, and accepts only encrypted connections
 */
export async function startCluster(certificate?: Certificate): Promise<Cluster | undefined> {
  const bin = findPrograms();
  if (bin === undefined) return undefined;
  const folder = mkdtempSync(join(tmpdir(), 'pg-test-'));
  const user = await ownUser(folder);
  const data = join(folder, 'data');
  await run(join(bin, 'initdb'), ['-D', data, '-U', 'tester', '-A', 'trust', '-E', 'UTF8', '--no-locale', '--no-instructions'], user);
  const port = certificate === undefined ? 5432 : await freePort();
  const address = certificate === undefined ? `localhost/postgres?host=${encodeURIComponent(folder)}` : `localhost:${port}/postgres`;
  // fsync stays on, because tests check that commits are durable.
  const options = ['-D', data, '-k', folder, '-p', String(port), '-c', 'max_connections=200', '-c', 'shared_buffers=32MB'];
  options.push('-c', `listen_addresses=${certificate === undefined ? '' : '127.0.0.1'}`);
  if (certificate !== undefined) options.push(...encryptedOnly(folder, certificate, user));
  const start = async (): Promise<ChildProcess> => {
    const child = spawn(join(bin, 'postgres'), options, { ...user, stdio: 'ignore' });
    await run(join(bin, 'pg_isready'), ['-h', folder, '-p', String(port)], {}, 100);
    return child;
  };
  const cluster: Cluster = {
    url: `postgres://tester@${address}`,
    process: await start(),
    restart: async () => {
      cluster.process = await start();
    },
    kill: async () => end(cluster.process, 'SIGQUIT'),
    stop: async () => {
      await end(cluster.process, 'SIGINT');
      rmSync(folder, { recursive: true, force: true });
    },
  };
  return cluster;
}

/** Options that require encryption on every connection except the socket's. */
function encryptedOnly(folder: string, { cert, key }: Certificate, { uid, gid }: User): string[] {
  const files = {
    'server.crt': cert,
    'server.key': key.export({ type: 'pkcs8', format: 'pem' }),
    'pg_hba.conf': 'local all all trust\nhostssl all all all trust\n',
  };
  for (const [name, text] of Object.entries(files)) {
    writeFileSync(join(folder, name), text, { mode: 0o600 });
    if (uid !== undefined && gid !== undefined) chownSync(join(folder, name), uid, gid);
  }
  const settings = [
    `hba_file=${join(folder, 'pg_hba.conf')}`,
    'ssl=on',
    `ssl_cert_file=${join(folder, 'server.crt')}`,
    `ssl_key_file=${join(folder, 'server.key')}`,
  ];
  return settings.flatMap((setting) => ['-c', setting]);
}

function findPrograms(): string | undefined {
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : [];
  const candidates = [
    process.env.POSTGRES_BIN ?? '',
    ...versions.map((version) => join(debian, version, 'bin')),
    ...(process.env.PATH ?? '').split(delimiter),
  ];
  return candidates.find((folder) => ['initdb', 'postgres', 'pg_isready'].every((name) => existsSync(join(folder, name))));
}

type User = { uid?: number; gid?: number };

/** PostgreSQL refuses to run as root: then it runs as the user postgres, or else nobody. */
async function ownUser(folder: string): Promise<User> {
  if (process.getuid?.() !== 0) return {};
  const name = await idOf('-u', 'postgres').then(
    () => 'postgres',
    () => 'nobody',
  );
  const user = { uid: await idOf('-u', name), gid: await idOf('-g', name) };
  chownSync(folder, user.uid, user.gid);
  return user;
}

async function idOf(option: string, name: string): Promise<number> {
  return Number((await promisify(execFile)('id', [option, name])).stdout);
}

async function run(program: string, args: string[], user: User, attempts = 1): Promise<void> {
  try {
    await promisify(execFile)(program, args, { ...user, cwd: '/' });
  } catch (error) {
    if (attempts <= 1) throw error;
    await new Promise((resolve) => setTimeout(resolve, 100));
    await run(program, args, user, attempts - 1);
  }
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill(signal);
  await ended;
}
