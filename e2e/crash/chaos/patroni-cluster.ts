import { execFile, spawn, type ChildProcess } from 'node:child_process';
import {
  chownSync,
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { pause, until } from '../wait-until.ts';
import { freePort } from '../../../server/testing/free-port.testing.ts';

export type Node = { name: string; postgres: number; rest: number };

/** PostgreSQL with automatic failover: Patroni on three nodes with synchronous replication, etcd, and HAProxy in front. */
export type PatroniCluster = {
  /** Address of the database through HAProxy, which connects to the primary. */
  proxied: string;
  /** Address of the same database with all three hosts; the client finds the primary. */
  hosts: string;
  primary(): Promise<Node | undefined>;
  killNode(node: Node): void;
  startNode(node: Node): void;
  /** Stops PostgreSQL only, as an upgrade does; Patroni restarts it or fails over. */
  restartPostgres(node: Node): void;
  /** Whether all three nodes run and one of them replicates synchronously: only a synchronous replica is promoted automatically. */
  isWhole(): Promise<boolean>;
  /** The state of each node as Patroni reports it, for error messages. */
  describe(): Promise<string>;
  stop(): Promise<void>;
};

type Programs = { patroni: string; etcd: string; haproxy: string; postgres: string };

export function findPatroni(): Programs | { missing: string[] } {
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : [];
  const postgres = versions.map((version) => join(debian, version, 'bin')).find((folder) => existsSync(join(folder, 'postgres')));
  const programs = { patroni: inPath('patroni'), etcd: inPath('etcd'), haproxy: inPath('haproxy'), postgres };
  const packages = { patroni: 'patroni', etcd: 'etcd-server', haproxy: 'haproxy', postgres: 'postgresql' };
  const missing = (Object.keys(programs) as (keyof Programs)[])
    .filter((name) => programs[name] === undefined)
    .map((name) => packages[name]);
  return missing.length > 0 ? { missing } : (programs as Programs);
}

const DATABASE = 'site';

export async function startPatroni(programs: Programs): Promise<PatroniCluster> {
  const folder = mkdtempSync(join(tmpdir(), 'patroni-test-'));
  const user = await ownUser();
  if (user.uid !== undefined) chownSync(folder, user.uid, user.gid!);
  const processes = createProcesses(folder, user);
  const etcd = await startEtcd(programs.etcd, folder, processes);
  const nodes: Node[] = [];
  for (const name of ['a', 'b', 'c']) nodes.push({ name, postgres: await freePort(), rest: await freePort() });
  const startNode = (node: Node): void =>
    processes.run(node.name, programs.patroni, [configOf(node, { folder, etcd, bin: programs.postgres, user })]);
  const is = (role: string) => Promise.all(nodes.map(({ rest }) => answers(`http://127.0.0.1:${rest}/${role}`, () => true)));
  const primary: PatroniCluster['primary'] = async () => {
    const found = await is('primary');
    return nodes.find((_, index) => found[index] === true);
  };
  // The first node creates the cluster, the others copy it.
  startNode(nodes[0]!);
  await until('a primary', () => primary());
  for (const node of nodes.slice(1)) startNode(node);
  const proxy = await freePort();
  writeFileSync(join(folder, 'haproxy.cfg'), haproxyConfig(proxy, nodes));
  processes.run('haproxy', programs.haproxy, ['-db', '-f', join(folder, 'haproxy.cfg')]);
  const urlOf = (hosts: string): string => `postgres://tester:tester@${hosts}/postgres`;
  return {
    proxied: urlOf(`127.0.0.1:${proxy}`),
    hosts: urlOf(nodes.map(({ postgres }) => `127.0.0.1:${postgres}`).join(',')),
    primary,
    isWhole: async () => {
      const [primaries, replicas, synchronous] = await Promise.all(['primary', 'replica', 'sync'].map(is));
      const count = (all?: (boolean | undefined)[]) => all?.filter(Boolean).length;
      return count(primaries) === 1 && count(replicas) === 2 && count(synchronous) === 1;
    },
    describe: async () => {
      const told = await Promise.all(nodes.map(({ rest }) => answers(`http://127.0.0.1:${rest}/cluster`, (text) => text)));
      const logs = nodes.map(({ name }) => readFileSync(join(folder, `${name}.log`), 'utf8').slice(-800));
      return [...told.map((one) => one ?? 'no answer'), ...logs].join('\n');
    },
    startNode,
    killNode: ({ name }) => {
      processes.kill(name);
      killPostgres(join(folder, name), 'SIGKILL');
    },
    restartPostgres: ({ name }) => killPostgres(join(folder, name), 'SIGQUIT'),
    stop: async () => {
      processes.killAll();
      for (const { name } of nodes) killPostgres(join(folder, name), 'SIGKILL');
      await pause(200);
      rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
    },
  };
}

type User = { uid?: number; gid?: number };
type Processes = { run: (name: string, program: string, args: string[]) => void; kill: (name: string) => void; killAll: () => void };

function createProcesses(folder: string, user: User): Processes {
  const running = new Map<string, ChildProcess>();
  const kill = (name: string): void => {
    const child = running.get(name);
    if (child?.pid === undefined || child.exitCode !== null) return;
    try {
      process.kill(-child.pid, 'SIGKILL');
    } catch {
      // The process has already ended.
    }
  };
  return {
    run: (name, program, args) => {
      const log = openSync(join(folder, `${name}.log`), 'a');
      const env = { PATH: process.env.PATH, HOME: folder, LANG: 'C' };
      running.set(name, spawn(program, args, { ...user, env, cwd: folder, detached: true, stdio: ['ignore', log, log] }));
      closeSync(log);
    },
    kill,
    killAll: () => {
      for (const name of running.keys()) kill(name);
    },
  };
}

/** @returns the port that etcd listens on */
async function startEtcd(program: string, folder: string, processes: Processes): Promise<number> {
  const port = await freePort();
  const [client, peer] = [`http://127.0.0.1:${port}`, `http://127.0.0.1:${await freePort()}`];
  const addresses = ['--listen-client-urls', client, '--advertise-client-urls', client, '--listen-peer-urls', peer];
  const alone = ['--initial-advertise-peer-urls', peer, '--initial-cluster', `default=${peer}`, '--unsafe-no-fsync'];
  processes.run('etcd', program, ['--data-dir', join(folder, 'etcd'), ...addresses, ...alone]);
  await until('etcd', () => answers(`${client}/health`, (text) => text.includes('true')));
  return port;
}

type Surroundings = { folder: string; etcd: number; bin: string; user: User };

/** Written as JSON, which is valid YAML. */
function configOf(node: Node, { folder, etcd, bin, user }: Surroundings): string {
  const path = join(folder, `${node.name}.yml`);
  const host = '127.0.0.1/32 trust';
  const account = (username: string) => ({ username, password: 'tester' });
  const data = join(folder, node.name);
  mkdirSync(data, { recursive: true, mode: 0o700 });
  if (user.uid !== undefined) chownSync(data, user.uid, user.gid!);
  const config = {
    scope: DATABASE,
    name: node.name,
    restapi: { listen: `127.0.0.1:${node.rest}`, connect_address: `127.0.0.1:${node.rest}` },
    etcd3: { hosts: `127.0.0.1:${etcd}` },
    bootstrap: {
      dcs: {
        ttl: 8,
        loop_wait: 1,
        retry_timeout: 3,
        primary_start_timeout: 0,
        synchronous_mode: true,
        postgresql: {
          use_pg_rewind: true,
          use_slots: true,
          parameters: { max_connections: 100, wal_log_hints: 'on' },
        },
      },
      initdb: [{ encoding: 'UTF8' }, { auth: 'trust' }, { locale: 'C' }, 'data-checksums'],
    },
    postgresql: {
      listen: `127.0.0.1:${node.postgres}`,
      connect_address: `127.0.0.1:${node.postgres}`,
      data_dir: join(data, 'data'),
      bin_dir: bin,
      pgpass: join(data, 'pgpass'),
      parameters: { unix_socket_directories: data, shared_buffers: '32MB' },
      pg_hba: [`local all all trust`, `host all all ${host}`, `host replication all ${host}`],
      authentication: { superuser: account('tester'), replication: account('replicator'), rewind: account('rewinder') },
    },
  };
  writeFileSync(path, JSON.stringify(config));
  return path;
}

function haproxyConfig(port: number, nodes: readonly Node[]): string {
  const servers = nodes.map(({ name, postgres, rest }) => `  server ${name} 127.0.0.1:${postgres} check port ${rest}`);
  return `defaults
  mode tcp
  timeout connect 2s
  timeout client 30m
  timeout server 30m
listen primary
  bind 127.0.0.1:${port}
  option httpchk OPTIONS /primary
  http-check expect status 200
  default-server inter 500 fall 2 rise 1 on-marked-down shutdown-sessions
${servers.join('\n')}
`;
}

function killPostgres(folder: string, signal: NodeJS.Signals): void {
  try {
    process.kill(Number(readFileSync(join(folder, 'data/postmaster.pid'), 'utf8').split('\n')[0]), signal);
  } catch {
    // The node is not running.
  }
}

async function answers<T>(url: string, read: (text: string) => T): Promise<T | undefined> {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(2000) });
    const text = await answer.text();
    return answer.ok ? read(text) : undefined;
  } catch {
    return undefined;
  }
}

async function ownUser(): Promise<User> {
  if (process.getuid?.() !== 0) return {};
  const id = async (option: string) => Number((await promisify(execFile)('id', [option, 'postgres'])).stdout);
  return { uid: await id('-u'), gid: await id('-g') };
}

function inPath(name: string): string | undefined {
  const places = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin'];
  return places.map((place) => join(place, name)).find((path) => existsSync(path));
}
