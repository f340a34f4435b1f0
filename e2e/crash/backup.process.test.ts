import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import type { Store } from '../../server/store/store.ts';
import { applicationsOf, makePdf, cvOf, sendApplication, sha256, storedFiles } from '../fixtures/applications.ts';
import { commandLine, startServer, type RunningServer } from '../fixtures/server.ts';
import { ask } from './client.ts';
import { demoRequest, formPath } from './demo-form.ts';
import { makeServerData } from './server-data.ts';
import { smtpError, startPeer, type Peer } from './smtp-peer.ts';
import { sendSteadily } from './steady-load.ts';
import { pause, until } from './wait-until.ts';
import { everyEighthRun } from '../../server/testing/rotation.testing.ts';

const servers: RunningServer[] = [];
const folders: string[] = [];

afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.kill()));
  await Promise.all(folders.splice(0).map((folder) => rm(folder, { recursive: true, force: true })));
});

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'cognitive-backup-'));
  folders.push(folder);
  return folder;
}

async function start(dataDir: string, env: NodeJS.ProcessEnv): Promise<RunningServer> {
  const server = await startServer({ dataDir, env });
  servers.push(server);
  return server;
}

/** Sends CVs one after the other until stopped. `accepted`: the hash of each CV answered with 201, by address. */
function sendCvs(url: string): { accepted: Map<string, string>; stop: () => Promise<void> } {
  const accepted = new Map<string, string>();
  const stopping = new AbortController();
  const sending = (async () => {
    for (let n = 0; !stopping.signal.aborted; n += 1) {
      const [email, cv] = [`cv-${n}@visitors.example`, makePdf(100_000)];
      const { status } = await sendApplication(url, cv, email);
      if (status === 201) accepted.set(email, sha256(cv));
      await pause(50);
    }
  })();
  return {
    accepted,
    stop: async () => {
      stopping.abort();
      await sending;
    },
  };
}

async function refuseMails(peer: Peer, dataDir: string): Promise<void> {
  peer.behave({
    recipient: () => {
      throw smtpError(451, 'try later');
    },
  });
  const data = await makeServerData('sqlite', undefined, dataDir);
  await until('the record of every mail', async () => {
    const done = await data.inside((store) => store.db.selectFrom('jobs').select('id').where('status', '=', 'done').execute());
    const ids = new Set(done.map(({ id }) => id));
    return peer.mails.every(({ messageId }) => ids.has(messageId.slice(1).split('@')[0]!)) ? true : undefined;
  });
}

everyEighthRun(test, 6)(
  'a backup taken under load brings back every lead and CV that was answered before it, and no mail leaves twice',
  { timeout: 600_000 },
  async () => {
    const peer = await startPeer();
    const env = { MAIL_URL: peer.url };
    const first = await start(await newFolder(), env);
    const [load, cvs] = [sendSteadily(first.url), sendCvs(first.url)];
    await until('leads, CVs and mails', () =>
      load.accepted().length > 40 && cvs.accepted.size > 3 && peer.mails.length > 20 ? true : undefined,
    );
    await refuseMails(peer, first.dataDir);
    await until('leads whose mails wait', () => (load.accepted().length > peer.mails.length + 20 ? true : undefined));
    const emails = load.accepted();
    const files = new Map(cvs.accepted);
    const backups = await newFolder();
    await commandLine(first, ['backup', backups]);
    await Promise.all([load.stop(), cvs.stop()]);
    await first.kill();

    // One plain sentence, without a stack trace.
    const refused: unknown = await commandLine(first, ['restore', backups]).catch((error: unknown) => error);
    expect(String(refused)).toMatch(/\nThere is a store in [^\n]*DATA_DIR\n$/);
    const dataDir = await newFolder();
    expect(await commandLine({ ...first, env: { ...first.env, DATA_DIR: dataDir } }, ['restore', backups])).toMatch(/HELD +COUNT/);
    const sent = peer.mails.length;
    peer.behave({});
    const second = await start(dataDir, env);
    expect(second.output()).toMatch(/jobs are held since the store was restored/);
    const leads = JSON.parse(await commandLine(second, ['leads', '--json'])) as { email: string }[];
    const stored = leads.map(({ email }) => email);
    expect([...emails, ...files.keys()].filter((email) => !stored.includes(email))).toEqual([]);
    const applications = await applicationsOf(second);
    for (const { email, cv } of applications) if (files.has(email)) expect(cv!.sha256).toBe(files.get(email));
    const onDisk = await Promise.all((await storedFiles(dataDir)).map(async (key) => sha256(await readFile(join(dataDir, 'files', key)))));
    expect(onDisk).toEqual(expect.arrayContaining(applications.map(({ cv }) => cv!.sha256)));
    expect(sha256(cvOf(second, applications[0]!.id))).toBe(applications[0]!.cv!.sha256);

    // Older mails would have been due before the new lead's mail, so its arrival shows that they are not sent.
    const late = 'late@visitors.example';
    await ask(second.url, 'POST', formPath, JSON.stringify(demoRequest(late)), { 'content-type': 'application/json' });
    await until('the mail of a new lead', () => peer.mails.find(({ to }) => to === late));
    expect(peer.mails.slice(sent).map(({ to }) => to)).toEqual([late]);

    await commandLine(second, ['restore', '--send']);
    await until('every mail', () => (stored.every((email) => peer.mails.some(({ to }) => to === email)) ? true : undefined), 240_000);
    const data = await makeServerData('sqlite', undefined, dataDir);
    // Notices to staff are collected for two minutes.
    const undone = (store: Store) =>
      store.db.selectFrom('jobs').select('id').where('status', '!=', 'done').where('name', '!=', 'recruiting.hr-notice').limit(1).execute();
    await until('the record of every mail', async () => ((await data.inside(undone)).length === 0 ? true : undefined));
    const visitors = peer.mails.filter(({ to }) => to.endsWith('@visitors.example')).map(({ to }) => to);
    expect(visitors.length).toBe(new Set(visitors).size);
    const ids = peer.mails.map(({ to, messageId }) => `${to} ${messageId}`);
    expect(ids.length).toBe(new Set(ids).size);
    await peer.close();
  },
);
