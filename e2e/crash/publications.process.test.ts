import { createHash } from 'node:crypto';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { request } from 'node:http';
import { afterEach, expect, test } from 'vitest';
import { encodeCall } from '../../contract/calls/desk/call-request.ts';
import type { Call, CallInput, CallOutput } from '../../contract/calls/desk/call.ts';
import { changeContent, openContentDraft, publishContent, readContent } from '../../contract/calls/desk/content-calls.ts';
import { elementAt } from '../../contract/checked.ts';
import { etagOf } from '../../server/http/resource.ts';
import { cookieName } from '../../server/staff/sign-in/cookies.ts';
import { freePort } from '../../server/testing/free-port.testing.ts';
import { atNight, looksAtAll } from '../../server/testing/rotation.testing.ts';
import { discard, startServer, type RunningServer } from '../fixtures/server.ts';
import { beginStaffSession } from '../fixtures/staff-session.ts';
import { seeded } from './random.ts';
import { pause, until } from './wait-until.ts';

const servers: RunningServer[] = [];
afterEach(async () => Promise.all(servers.splice(0).map(discard)));

/** Texts of a page, all of which a version changes: in its document, its head and its structured data. */
const texts = {
  '/': ['home.hero.lead', 'home.solutions.lead', 'heads./.description'],
  '/about': ['about.lead', 'heads./about.description'],
} as const;
const HOUR = 3_600_000;
type Path = keyof typeof texts;
const paths = Object.keys(texts) as Path[];
const wordsOf = (version: number) => `These are the words of version ${version}, and of no other.`;
const versionsIn = (html: string) => [...html.matchAll(/the words of version (\d+), and of no other/g)].map(([, number]) => Number(number));

test('while words are published, every answer is wholly of one version', () => publishWhileRead(3, 100));

atNight(test)('two hundred publications disturb no reader', { timeout: HOUR }, () => publishWhileRead(200, 500));

test('a server that is killed while it publishes shows the old words or the new ones, whole', async () => {
  const seed = Math.floor(Math.random() * 1e9);
  const random = seeded(seed);
  const { server, desk, env } = await publisher();
  await desk.publish(1);
  let [shown, running] = [1, server];
  for (let version = 2; version <= (looksAtAll ? 12 : 2); version += 1) {
    const draft = await desk.draft(version);
    const published = desk.make(draft).then(
      () => true,
      () => false,
    );
    await pause(random() * 400);
    await running.kill();
    const isAnswered = await published;
    running = await startServer({ dataDir: server.dataDir, env, port: Number(new URL(server.url).port) });
    servers.splice(0, 1, running);
    const versions = await Promise.all(paths.map(async (path) => versionsIn((await read(running.url, path, 'identity')).html)));
    const [now = 0] = versions.flat();
    expect([seed, version, isAnswered ? [version] : [shown, version]]).toEqual([seed, version, expect.arrayContaining([now])]);
    expect(new Set(versions.flat()).size).toBe(1);
    shown = now;
    if (now < version) await desk.make(draft);
    else await desk.forget(draft);
    shown = version;
  }
});

async function publishWhileRead(publications: number, perSecond: number): Promise<void> {
  const { server, desk } = await publisher();
  const reading = readSteadily(server.url, perSecond);
  for (let version = 1; version <= publications; version += 1) await desk.publish(version);
  await until('the last words on every page', async () => {
    const shown = await Promise.all(paths.map(async (path) => versionsIn((await read(server.url, path, 'br')).html)));
    return shown.flat().every((version) => version === publications) || undefined;
  });
  const { faults, answers, seen } = await reading.stop();
  expect(faults.slice(0, 5)).toEqual([]);
  expect(answers).toBeGreaterThan(publications * 10);
  // Readers saw the words change.
  expect(seen.size).toBeGreaterThan(1);
}

/** Reads pages again and again, and looks at each answer. */
function readSteadily(url: string, perSecond: number) {
  const [faults, seen] = [new Array<string>(), new Set<number>()];
  const stopping = new AbortController();
  const READERS = 4;
  let answers = 0;
  const reader = async (own: number): Promise<void> => {
    for (let n = own; !stopping.signal.aborted; n += 1) {
      const path = elementAt(paths, n % paths.length);
      const encoding = elementAt(['br', 'identity', 'gzip'], n % 3);
      const found = await read(url, path, encoding).catch((error: unknown) => String(error));
      answers += 1;
      if (typeof found === 'string') faults.push(`${path} ${encoding}: ${found}`);
      else {
        faults.push(...found.faults.map((fault) => `${path} ${encoding}: ${fault}`));
        for (const version of versionsIn(found.html)) seen.add(version);
      }
      await pause((1000 * READERS) / perSecond);
    }
  };
  const done = Promise.all(Array.from({ length: READERS }, (_, own) => reader(own)));
  return {
    stop: async () => {
      stopping.abort();
      await done;
      return { faults, answers, seen };
    },
  };
}

type Page = { html: string; faults: string[] };

/** A page, and what is wrong with its answer: status, ETag, policy, or words of two versions. */
async function read(url: string, path: Path, encoding: string): Promise<Page> {
  const { status, headers, bytes } = await ask(url + path, encoding);
  const kind = headers['content-encoding'];
  const body = kind === 'br' ? brotliDecompressSync(bytes) : kind === 'gzip' ? gunzipSync(bytes) : bytes;
  const html = body.toString();
  const policy = String(headers['content-security-policy']);
  const versions = versionsIn(html);
  const inline = [...html.matchAll(/<(script|style)((?:\s[^>]*)?)>(.*?)<\/\1>/gs)].filter(
    ([, , attributes = '']) => !/\bsrc=|type="application\//.test(attributes),
  );
  const unknown = inline.filter(([, , , text = '']) => !policy.includes(`'sha256-${createHash('sha256').update(text).digest('base64')}'`));
  const faults = [
    ...(status === 200 ? [] : [`status ${status}`]),
    ...(headers.etag === etagOf(body) ? [] : ['the ETag is of another body']),
    ...(unknown.length === 0 ? [] : ['the policy is of another page']),
    ...(new Set(versions).size <= 1 && (versions.length === 0 || versions.length >= texts[path].length)
      ? []
      : [`versions ${versions.join()}`]),
  ];
  return { html, faults };
}

type Answer = { status: number | undefined; headers: Readonly<Record<string, string | string[] | undefined>>; bytes: Buffer };

function ask(url: string, encoding: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const asked = request(url, { headers: { 'accept-encoding': encoding } }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('error', reject);
      response.on('end', () => resolve({ status: response.statusCode, headers: response.headers, bytes: Buffer.concat(parts) }));
    });
    asked.on('error', reject);
    asked.end();
  });
}

/** A server, and somebody of Marketing at its desk. */
async function publisher() {
  const port = String(await freePort());
  const env = { DESK_PORT: port, DESK_URL: `http://localhost:${port}` };
  const server = await startServer({ env });
  servers.push(server);
  const session = beginStaffSession(server.dataDir, { name: 'Ada Rossi', address: 'ada.rossi@site.internal', roles: ['marketing'] });
  const call = async <C extends Call>(asked: C, input: CallInput<C>): Promise<CallOutput<C>> => {
    const { method, path, body } = encodeCall(asked, input);
    const response = await fetch(env.DESK_URL + path, {
      method,
      headers: { origin: env.DESK_URL, cookie: `${cookieName(env.DESK_URL, 'session')}=${session}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body }),
    });
    if (!response.ok) throw new Error(`${asked.name}: ${response.status} ${await response.text()}`);
    return (await response.json()) as CallOutput<C>;
  };
  return { server, env, desk: deskOf(call) };
}

type Draft = { draft: string; revision: number; version: number };

function deskOf(call: <C extends Call>(asked: C, input: CallInput<C>) => Promise<CallOutput<C>>) {
  const seen = new Map<string, string>();
  const all = Object.values(texts).flat();
  const draft = async (version: number): Promise<Draft> => {
    const { fields } = seen.size === 0 ? await call(readContent, {}) : { fields: [] };
    for (const { path, value } of fields) seen.set(path, String(value));
    const { draft: id } = await call(openContentDraft, { title: `Version ${version}` });
    let revision = 0;
    for (const path of all)
      ({ revision } = await call(changeContent, { draft: id, path, value: wordsOf(version), seen: seen.get(path) ?? '' }));
    return { draft: id, revision, version };
  };
  const forget = async ({ version }: Draft) => {
    for (const path of all) seen.set(path, wordsOf(version));
  };
  const make = async (made: Draft) => {
    await call(publishContent, { draft: made.draft, revision: made.revision });
    await forget(made);
  };
  return { draft, make, forget, publish: async (version: number) => make(await draft(version)) };
}
