import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import packageJson from '../../package.json' with { type: 'json' };
import { limits } from '../../contract/limits.ts';
import { declarations } from '../../server/settings/settings.ts';
import { serverAllocator, serverFlags } from '../run/server-flags.mjs';
import { root } from '../setup/root.mjs';
import { kubernetesFields, unknownFields } from './kubernetes-fields.ts';

const read = (name: string) => readFileSync(join(root, 'deploy', name), 'utf8');
const isSetting = (name: string) => Object.hasOwn(declarations, name);

describe('the Dockerfile', () => {
  const lines = read('Dockerfile').split('\n');
  const copied = lines.filter((line) => /^COPY (?!--from)/.test(line)).flatMap((line) => line.split(' ').slice(1, -1));

  test('copies what is there, and all that the build is made from', () => {
    expect(copied.filter((path) => !existsSync(join(root, path)))).toEqual([]);
    const build = readFileSync(join(root, 'scripts/build.mjs'), 'utf8');
    const shared = /const SHARED = \[([^\]]*)\]/.exec(build)![1]!;
    const inputs = [shared, ...[...build.matchAll(/inputs: \[([^\]]*)\]/g)].map(([, names]) => names!)].join();
    const needed = [...inputs.matchAll(/'([^'/]+)[^']*'/g)].map(([, name]) => name!);
    expect(needed).toEqual(expect.arrayContaining(['site', 'server']));
    expect(needed.filter((path) => !copied.includes(path))).toEqual([]);
  });

  test('leaves nothing out of its context that it copies', () => {
    const left = read('Dockerfile.dockerignore').split('\n');
    expect(copied.filter((path) => left.includes(path))).toEqual([]);
  });

  test('runs as nobody in particular, on the pinned Node, with settings that there are', () => {
    const last = lines.slice(lines.findLastIndex((line) => line.startsWith('FROM ')));
    const node = packageJson.engines.node.replace('>=', '');
    expect(lines.filter((line) => /^FROM (?!\$)/.test(line)).every((line) => line.startsWith(`FROM node:${node}-`))).toBe(true);
    expect(last).toContain('USER 1000:1000');
    expect(last.filter((line) => line.startsWith('CMD '))).toEqual([
      `CMD ${JSON.stringify(['node', ...serverFlags, 'dist/server/main.js']).replaceAll(',', ', ')}`,
    ]);
    expectEnvironment(last.filter((line) => line.startsWith('ENV ')).flatMap((line) => line.slice(4).split(' ')));
    expect(last).toContain('EXPOSE 3000 3100 9464');
  });

  test('brings what a backup of PostgreSQL needs, and folders that its user may write', () => {
    const last = lines.slice(lines.findLastIndex((line) => line.startsWith('FROM '))).join('\n');
    expect(last).toMatch(/apt-get install [^&]*postgresql-client-\$\{POSTGRES\}/);
    expect(last).toContain('RUN mkdir /data /backups && chown 1000:1000 /data /backups\n');
    expect(last.indexOf('apt-get')).toBeLessThan(last.indexOf('USER 1000'));
  });
});

test('the version is the one that the changelog begins with, and that Kubernetes starts', () => {
  const [latest] = /^## (?!Unreleased)\S+/m.exec(readFileSync(join(root, 'CHANGELOG.md'), 'utf8'))!;
  expect(latest).toBe(`## ${packageJson.version}`);
  const started = [...read('kubernetes.yaml').matchAll(/cognitive-pro-site:(\S+)/g)].map(([, version]) => version);
  expect(new Set(started)).toEqual(new Set([packageJson.version]));
});

test('compose sets what are settings, opens the desk, backs up, and gives the server time to stop', () => {
  type Service = Record<string, unknown> & { environment: Record<string, string>; ports: string[]; command: string[]; volumes: string[] };
  const { services, volumes } = parse(read('compose.yaml')) as {
    services: { site: Service; backup: Service; database: { image: string } };
    volumes: Record<string, unknown>;
  };
  const { site, backup, database } = services;
  for (const { environment, read_only: readOnly, volumes: mounted } of [site, backup]) {
    expect(Object.keys(environment).filter((name) => !isSetting(name))).toEqual([]);
    expect(readOnly).toBe(true);
    expect(mounted.filter((one) => !Object.hasOwn(volumes, one.split(':')[0]!))).toEqual([]);
  }
  const { DESK_HOST, DESK_URL, METRICS_HOST, METRICS_PORT } = site.environment;
  expect([DESK_HOST, METRICS_HOST]).toEqual(['0.0.0.0', '0.0.0.0']);
  expect(site.ports).toEqual([
    '127.0.0.1:3000:3000',
    `127.0.0.1:${new URL(DESK_URL!).port}:3100`,
    `127.0.0.1:${METRICS_PORT}:${METRICS_PORT}`,
  ]);
  const drain = Number(/DRAIN_MS=(\d+)/.exec(read('Dockerfile'))![1]);
  expect(Number.parseInt(String(site.stop_grace_period), 10) * 1000).toBeGreaterThanOrEqual(drain + 10_000);
  expectCommand(backup.command);
  expect(backup.volumes.map((one) => one.split(':')[1])).toContain(backup.command[3]);
  // An older pg_dump refuses a newer server.
  const [, client] = /^ARG POSTGRES=(\d+)$/m.exec(read('Dockerfile'))!;
  expect(Number(client)).toBeGreaterThanOrEqual(Number(/^postgres:(\d+)/.exec(database.image)![1]));
});

describe('the Kubernetes manifest', () => {
  type Container = { name: string; image: string; command?: string[]; ports?: { name: string; containerPort: number }[] } & {
    volumeMounts: { name: string; mountPath: string }[];
  };
  type Pod = { terminationGracePeriodSeconds: number; initContainers?: Container[]; containers: Container[]; volumes: { name: string }[] };
  type Named = { metadata: { name: string } };
  type Template = { spec: Pod; metadata: { labels: Record<string, string> } };
  type Spec = Record<string, unknown> & {
    template: Template;
    volumeClaimTemplates: Named[];
    jobTemplate: { spec: { template: Template } };
    ingress: { ports: { port: string }[] }[];
  };
  type Manifest = Named & { apiVersion: string; kind: string; spec: Spec; data: Record<string, string> };
  const documents = parseAllDocuments(read('kubernetes.yaml'));
  const objects = documents.map((document) => document.toJS() as Manifest);
  const all = (kind: string) => objects.filter((object) => object.kind === kind);
  const [{ data: settings }] = all('ConfigMap') as [Manifest];
  const [{ spec: servers }] = all('StatefulSet') as [Manifest];
  const [{ spec: backups }] = all('CronJob') as [Manifest];
  const site = servers.template.spec.containers[0]!;
  const backup = backups.jobTemplate.spec.template.spec.containers[0]!;

  test('has no field that a cluster does not know', () => {
    const faults = objects.flatMap((object) => {
      const fields = kubernetesFields[`${object.apiVersion} ${object.kind}`];
      return fields === undefined ? [`${object.apiVersion} ${object.kind}`] : unknownFields(object, fields);
    });
    expect([faults, documents.flatMap(({ errors }) => errors)]).toEqual([[], []]);
    const [set] = all('StatefulSet');
    expect(unknownFields({ ...set, spec: { replicas: '2', strategie: {} } }, kubernetesFields['apps/v1 StatefulSet']!)).toEqual([
      '.spec.replicas is no number',
      '.spec.strategie is no field',
    ]);
  });

  test('sets what are settings, probes and drains', () => {
    expect(Object.keys(settings).filter((name) => !isSetting(name))).toEqual([]);
    expect(servers.template.spec.terminationGracePeriodSeconds * 1000).toBeGreaterThanOrEqual(Number(settings.DRAIN_MS) + 10_000);
    expect(site).toMatchObject({
      readinessProbe: { httpGet: { path: '/readyz' } },
      livenessProbe: { httpGet: { path: '/healthz' } },
    });
    const every = [servers, backups.jobTemplate.spec].flatMap(({ template: { spec } }) => [
      ...spec.containers,
      ...(spec.initContainers ?? []),
    ]);
    for (const container of every) expect(container).toMatchObject({ securityContext: { readOnlyRootFilesystem: true } });
    const served = JSON.stringify(objects);
    expect(served).toContain('"minAvailable":1');
    expect(served).toContain(`"nginx.ingress.kubernetes.io/proxy-body-size":"${limits.multipartBody / 1024 / 1024}m"`);
  });

  test('keeps DATA_DIR, mounts what there is, and backs up by a command that there is', () => {
    const kept = servers.volumeClaimTemplates.map(({ metadata }) => metadata.name);
    const mounted = (container: Container) => container.volumeMounts.map(({ name }) => name).sort();
    expect(mounted(site)).toEqual([...kept, ...servers.template.spec.volumes.map(({ name }) => name)].sort());
    expect(site.volumeMounts.find(({ mountPath }) => mountPath === '/data')?.name).toBe(kept[0]);
    const { volumes } = backups.jobTemplate.spec.template.spec;
    expect(mounted(backup)).toEqual(volumes.map(({ name }) => name).sort());
    expect(JSON.stringify(volumes)).toContain(`"claimName":"${all('PersistentVolumeClaim')[0]!.metadata.name}"`);
    const commands = [backup.command!, servers.template.spec.initContainers![0]!.command!];
    for (const command of commands) expectCommand(command);
    expect(backup.volumeMounts.map(({ mountPath }) => mountPath)).toContain(commands[0]![3]);
  });

  test('opens the desk and the metrics where they are served, and to nobody but those who call them', () => {
    const served = { http: 3000, desk: 3100, metrics: Number(settings.METRICS_PORT) };
    expect(Object.fromEntries(site.ports!.map(({ name, containerPort }) => [name, containerPort]))).toEqual(served);
    expect([settings.DESK_HOST, settings.METRICS_HOST]).toEqual(['0.0.0.0', '0.0.0.0']);
    const [policy] = all('NetworkPolicy');
    expect(policy!.spec.podSelector).toEqual({ matchLabels: servers.template.metadata.labels });
    expect(policy!.spec.ingress.map(({ ports }) => ports.map(({ port }) => port))).toEqual([['http', 'desk'], ['metrics']]);
    const desk = all('Ingress').find(({ spec }) => JSON.stringify(spec).includes(new URL(settings.DESK_URL!).host));
    expect(JSON.stringify(desk)).toMatch(/whitelist-source-range.*"name":"desk"/s);
  });
});

describe('the proxies', () => {
  test('take a body that the server refuses in words', () => {
    const most = limits.multipartBody / 1024 / 1024;
    expect(read('nginx.conf')).toContain(`client_max_body_size ${most}m;`);
    expect(read('Caddyfile')).toContain(`max_size ${most}MB`);
    expect(read('haproxy.cfg')).toContain(`req.body_size gt ${limits.multipartBody}`);
  });

  test('are those whose figures docs/operating.md has', () => {
    const documented = readFileSync(join(root, 'docs/operating.md'), 'utf8');
    // After a change: restart two servers behind the proxy twice each, under forms and pages, and document the results with the new hash.
    const untested = ['nginx.conf', 'haproxy.cfg', 'Caddyfile'].filter((name) => !documented.includes(`\`${name}\`, ${fingerprint(name)}`));
    expect(untested.map((name) => `${name}, ${fingerprint(name)}`)).toEqual([]);
  });
});

describe('the systemd unit', () => {
  const analyze = found('systemd-analyze');
  const unit = read('cognitive-pro@.service');

  test('starts it as `npm start` does, gives it time to drain and to stop, and names settings that there are', () => {
    const set = [...unit.matchAll(/^Environment=(.*)$/gm)].flatMap(([, pairs]) => pairs!.split(' '));
    expectEnvironment(set);
    expect(unit).toContain(`/node ${serverFlags.join(' ')} /opt/cognitive-pro/dist/server/main.js\n`);
    const drain = Number(/ DRAIN_MS=(\d+)/.exec(unit)![1]);
    expect(Number(/^TimeoutStopSec=(\d+)$/m.exec(unit)![1]) * 1000).toBeGreaterThanOrEqual(drain + 10_000);
  });

  test('of the backup is the same user’s, on the same data, and calls a command that there is', () => {
    const backup = read('cognitive-pro-backup.service');
    expect(backup).toContain('\nUser=cognitive-pro\n');
    expect(/ DATA_DIR=(\S+)/.exec(backup)![1]).toBe(/ DATA_DIR=(\S+)/.exec(unit)![1]);
    expect(packageJson.scripts).toHaveProperty(/cli\.js (\w+) /.exec(backup)![1]!);
  });

  test('of the backup leaves a word where it ended badly, and keeps what the command itself had left', () => {
    const [, script] = /^ExecStopPost=\/bin\/sh -c '(.*)'$/m.exec(read('cognitive-pro-backup.service'))!;
    const wordAfter = (result: string, before?: string) => {
      const folder = temporary();
      const path = join(folder, 'backup-failed');
      if (before !== undefined) writeFileSync(path, before);
      spawnSync('/bin/sh', ['-c', script!], { env: { SERVICE_RESULT: result, DATA_DIR: folder } });
      return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
    };
    expect([wordAfter('success'), wordAfter('oom-kill'), wordAfter('exit-code', 'the disk is full')]).toEqual([
      undefined,
      'the unit ended with oom-kill\n',
      'the disk is full',
    ]);
  });

  test.skipIf(!analyze)('systemd takes it, and the backup’s, and its timer', () => {
    const folder = temporary();
    const names = ['cognitive-pro@.service', 'cognitive-pro-backup.service', 'cognitive-pro-backup.timer'];
    for (const name of names) writeFileSync(join(folder, name), read(name).replace('/opt/cognitive-pro/bin/node', process.execPath));
    const paths = names.map((name) => join(folder, name));
    const { status, stderr } = spawnSync(analyze!, ['verify', '--man=no', ...paths], { encoding: 'utf8' });
    expect([status, stderr.split('\n').filter((line) => line.includes('cognitive-pro'))]).toEqual([0, []]);
  });
});

test('the commands are the server’s user’s, on the units’ data and Node, and leave nothing in the machine’s journal', () => {
  const script = read('cognitive-pro');
  expect(script).not.toMatch(/^[^#]*\b(?:runuser|su|sudo)\b/m);
  expect(spawnSync('sh', ['-n', join(root, 'deploy/cognitive-pro')], { encoding: 'utf8' })).toMatchObject({ status: 0, stderr: '' });
  for (const name of ['cognitive-pro@.service', 'cognitive-pro-backup.service']) {
    const unit = read(name);
    const [, user] = /^User=(.*)$/m.exec(unit)!;
    const [, data] = / DATA_DIR=(\S+)/.exec(unit)!;
    const [, folder] = /^WorkingDirectory=(.*)$/m.exec(unit)!;
    const [, node] = /^ExecStart=(\S+)/m.exec(unit)!;
    const [, settings] = /^EnvironmentFile=-(.*)$/m.exec(unit)!;
    expect(script).toContain(`setpriv --reuid ${user} --regid ${user} --init-groups -- ${node} dist/server/cli.js "$@"`);
    expect(script).toContain(`DATA_DIR=${data}\n`);
    expect(script).toContain(`cd ${folder}\n`);
    expect(script).toContain(`settings=\${COGNITIVE_PRO_ENV:-${settings}}\n`);
  }
});

/** Checks that pairs `NAME=VALUE` are settings that there are, beside those of the allocator that `npm start` gives a server. */
function expectEnvironment(pairs: readonly string[]): void {
  const allocator = Object.entries(serverAllocator).map((pair) => pair.join('='));
  expect(pairs.filter((pair) => pair.startsWith('MALLOC_'))).toEqual(allocator);
  const names = pairs.filter((pair) => !allocator.includes(pair)).map((pair) => pair.split('=')[0]!);
  expect(names.filter((name) => name !== 'NODE_ENV' && !isSetting(name))).toEqual([]);
}

/** Checks a command of the image: `node dist/server/cli.js NAME …`. */
function expectCommand(command: readonly string[]): void {
  expect(command.slice(0, 2)).toEqual(['node', 'dist/server/cli.js']);
  expect(packageJson.scripts).toHaveProperty(command[2]!);
}

/** A hash of the configuration without its comments. */
function fingerprint(name: string): string {
  const said = read(name)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'));
  return createHash('sha256').update(said.join('\n')).digest('hex').slice(0, 12);
}

function found(name: string, usual = `/usr/bin/${name}`): string | undefined {
  const places = (process.env.PATH ?? '').split(delimiter).map((place) => join(place, name));
  return [usual, ...places].find((path) => existsSync(path));
}

function temporary(): string {
  const folder = mkdtempSync(join(tmpdir(), 'deploy-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
