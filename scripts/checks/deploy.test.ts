import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import packageJson from '../../package.json' with { type: 'json' };
import { limits } from '../../contract/limits.ts';
import { declarations } from '../../server/settings/settings.ts';
import { serverFlags } from '../run/server-flags.mjs';
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
    const set = last.filter((line) => line.startsWith('ENV ')).flatMap((line) => line.slice(4).split(' '));
    expect(set.map((pair) => pair.split('=')[0]!).filter((name) => name !== 'NODE_ENV' && !isSetting(name))).toEqual([]);
  });
});

test('the version is the one that the changelog begins with, and that Kubernetes starts', () => {
  const [latest] = /^## (?!Unreleased)\S+/m.exec(readFileSync(join(root, 'CHANGELOG.md'), 'utf8'))!;
  expect(latest).toBe(`## ${packageJson.version}`);
  expect(read('kubernetes.yaml')).toContain(`cognitive-pro-site:${packageJson.version}\n`);
});

test('compose sets what are settings, and gives the server time to stop', () => {
  const { services } = parse(read('compose.yaml')) as { services: { site: Record<string, unknown> } };
  const { environment, read_only: readOnly, stop_grace_period: grace } = services.site;
  expect(Object.keys(environment as object).filter((name) => !isSetting(name))).toEqual([]);
  expect(readOnly).toBe(true);
  const drain = Number(/DRAIN_MS=(\d+)/.exec(read('Dockerfile'))![1]);
  expect(Number.parseInt(String(grace), 10) * 1000).toBeGreaterThanOrEqual(drain + 10_000);
});

describe('the Kubernetes manifest', () => {
  type Container = Record<string, unknown> & { env: { name: string; value: string }[]; volumeMounts: { name: string }[] };
  type Spec = { terminationGracePeriodSeconds: number; containers: [Container]; volumes: { name: string }[] };
  type Manifest = { apiVersion: string; kind: string; spec: { template: { spec: Spec } } };
  const documents = parseAllDocuments(read('kubernetes.yaml'));
  const objects = documents.map((document) => document.toJS() as Manifest);

  test('has no field that a cluster does not know', () => {
    const faults = objects.flatMap((object) => {
      const fields = kubernetesFields[`${object.apiVersion} ${object.kind}`];
      return fields === undefined ? [`${object.apiVersion} ${object.kind}`] : unknownFields(object, fields);
    });
    expect([faults, documents.flatMap(({ errors }) => errors)]).toEqual([[], []]);
    const [deployment] = objects;
    expect(unknownFields({ ...deployment, spec: { replicas: '2', strategie: {} } }, kubernetesFields['apps/v1 Deployment']!)).toEqual([
      '.spec.replicas is no number',
      '.spec.strategie is no field',
    ]);
  });

  test('probes, drains and mounts what there is', () => {
    const { spec } = objects[0]!.spec.template;
    const [container] = spec.containers;
    const value = (name: string) => container.env.find((one) => one.name === name)?.value;
    expect(container.env.filter(({ name }) => !isSetting(name))).toEqual([]);
    expect(spec.terminationGracePeriodSeconds * 1000).toBeGreaterThanOrEqual(Number(value('DRAIN_MS')) + 10_000);
    expect(container).toMatchObject({
      readinessProbe: { httpGet: { path: '/readyz' } },
      livenessProbe: { httpGet: { path: '/healthz' } },
      securityContext: { readOnlyRootFilesystem: true },
    });
    expect(container.volumeMounts.map(({ name }) => name)).toEqual(spec.volumes.map(({ name }) => name));
    const served = JSON.stringify(objects.slice(1));
    expect(served).toContain('"minAvailable":1');
    expect(served).toContain(`"nginx.ingress.kubernetes.io/proxy-body-size":"${limits.multipartBody / 1024 / 1024}m"`);
  });
});

describe('the proxies', () => {
  const openssl = found('openssl');
  const nginx = found('nginx', '/usr/sbin/nginx');
  const caddy = found('caddy');
  const haproxy = found('haproxy', '/usr/sbin/haproxy');

  test('take a body that the server refuses in words', () => {
    const most = limits.multipartBody / 1024 / 1024;
    expect(read('nginx.conf')).toContain(`client_max_body_size ${most}m;`);
    expect(read('Caddyfile')).toContain(`max_size ${most}MB`);
    expect(read('haproxy.cfg')).toContain(`req.body_size gt ${limits.multipartBody}`);
  });

  test('are those whose figures docs/operating.md has', () => {
    const documented = readFileSync(join(root, 'docs/operating.md'), 'utf8');
    // Changed? Restart two servers behind it twice each, under forms and pages, and write down what that gave, with the new hash.
    const untested = ['nginx.conf', 'haproxy.cfg', 'Caddyfile'].filter((name) => !documented.includes(`\`${name}\`, ${fingerprint(name)}`));
    expect(untested.map((name) => `${name}, ${fingerprint(name)}`)).toEqual([]);
  });

  test.skipIf(!haproxy || !openssl)('HAProxy takes its configuration', () => {
    const folder = temporary();
    const { key, certificate } = makeCertificate(openssl!, folder);
    const both = join(folder, 'both.pem');
    writeFileSync(both, readFileSync(certificate, 'utf8') + readFileSync(key, 'utf8'));
    // Its user may be missing where it was installed without one.
    const site = read('haproxy.cfg')
      .replaceAll('/etc/haproxy/www.example.com.pem', both)
      .replaceAll(/^ +(?:user|group) haproxy$/gm, '');
    writeFileSync(join(folder, 'haproxy.cfg'), site);
    const { status, stderr } = spawnSync(haproxy!, ['-c', '-f', join(folder, 'haproxy.cfg')], { encoding: 'utf8' });
    expect([status, stderr.split('\n').filter((line) => /ALERT|WARNING/.test(line))]).toEqual([0, []]);
  });

  test.skipIf(!nginx || !openssl)('nginx takes its configuration', () => {
    const folder = temporary();
    const { key, certificate } = makeCertificate(openssl!, folder);
    let sockets = 0;
    // Its own paths and ports are the machine's.
    const site = read('nginx.conf')
      .replaceAll(/\/etc\/letsencrypt\/live\/www\.example\.com\/fullchain\.pem/g, certificate)
      .replaceAll(/\/etc\/letsencrypt\/live\/www\.example\.com\/privkey\.pem/g, key)
      .replaceAll('/var/log/nginx', folder)
      .replaceAll(/listen (?:\[::\]:)?(?:80|443)/g, () => `listen unix:${folder}/${(sockets += 1)}.sock`);
    const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/${name};`);
    writeFileSync(join(folder, 'nginx.conf'), `pid ${folder}/pid; events { } http { ${paths.join(' ')}\n${site}\n}`);
    const { status, stderr } = spawnSync(nginx!, ['-t', '-e', 'stderr', '-p', folder, '-c', join(folder, 'nginx.conf')], {
      encoding: 'utf8',
    });
    expect([status, stderr]).toEqual([0, expect.stringContaining('test is successful')]);
  });

  test.skipIf(!caddy)('Caddy takes its configuration', () => {
    const folder = temporary();
    writeFileSync(join(folder, 'Caddyfile'), read('Caddyfile').replaceAll('/var/log/caddy', folder));
    const { status, stderr } = spawnSync(caddy!, ['validate', '--config', join(folder, 'Caddyfile'), '--adapter', 'caddyfile'], {
      encoding: 'utf8',
      env: { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
    });
    expect([status, stderr]).toEqual([0, expect.not.stringContaining('"level":"error"')]);
  });
});

describe('the systemd unit', () => {
  const analyze = found('systemd-analyze');
  const unit = read('cognitive-pro@.service');

  test('starts it as `npm start` does, gives it time to drain and to stop, and names settings that there are', () => {
    const set = /^Environment=(.*)$/m
      .exec(unit)![1]!
      .split(' ')
      .map((pair) => pair.split('='));
    expect(set.map(([name]) => name!).filter((name) => name !== 'NODE_ENV' && !isSetting(name))).toEqual([]);
    expect(unit).toContain(`/node ${serverFlags.join(' ')} /opt/cognitive-pro/dist/server/main.js\n`);
    const drain = Number(set.find(([name]) => name === 'DRAIN_MS')![1]);
    expect(Number(/^TimeoutStopSec=(\d+)$/m.exec(unit)![1]) * 1000).toBeGreaterThanOrEqual(drain + 10_000);
  });

  test('of the backup is the same user’s, on the same data, and calls a command that there is', () => {
    const backup = read('cognitive-pro-backup.service');
    expect(backup).toContain('\nUser=cognitive-pro\n');
    expect(/ DATA_DIR=(\S+)/.exec(backup)![1]).toBe(/ DATA_DIR=(\S+)/.exec(unit)![1]);
    expect(packageJson.scripts).toHaveProperty(/cli\.js (\w+) /.exec(backup)![1]!);
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

/** Of what it says, not of its comments. */
function fingerprint(name: string): string {
  const said = read(name)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'));
  return createHash('sha256').update(said.join('\n')).digest('hex').slice(0, 12);
}

function makeCertificate(openssl: string, folder: string): { key: string; certificate: string } {
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const request = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-subj', '/CN=www.example.com'];
  execFileSync(openssl, [...request, '-keyout', key, '-out', certificate], { stdio: 'ignore' });
  return { key, certificate };
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
