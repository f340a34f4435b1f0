import { encodeCall } from '../../../contract/calls/desk/call-request.ts';
import type { Call, CallInput, CallOutput } from '../../../contract/calls/desk/call.ts';
import { changeContent, openContentDraft, publishContent, readContent } from '../../../contract/calls/desk/content-calls.ts';
import { cookieName } from '../../../server/staff/sign-in/cookies.ts';
import { freePort } from '../../../server/testing/free-port.testing.ts';
import { startServer, type RunningServer } from '../../fixtures/server.ts';
import { beginStaffSession } from '../../fixtures/staff-session.ts';
import { seeded } from '../random.ts';
import { pause, until } from '../wait-until.ts';
import { readPaths, read, readSteadily, versionTexts, versionsIn, versionWords, type ReadAnswers } from './readers.ts';

type Draft = { draft: string; revision: number; version: number };

/** A server, and somebody of Marketing at its desk who publishes one version of the words after the other. */
export type PublishingServer = {
  server: () => RunningServer;
  draft: () => Promise<Draft>;
  /** Makes a draft public. */
  make: (draft: Draft) => Promise<void>;
  /** The version that every page shows once it has been published. */
  shown: () => number;
  /** Kills the server, starts it again with its data, and checks its pages' version. @param published whether publishing the draft was answered */
  killAndLook: (draft: Draft, published: Promise<boolean>) => Promise<string[]>;
};

/** Publishes some versions while readers look at each answer. @returns what was wrong with answers, and how many were read */
export async function publishWhileRead(publisher: PublishingServer, publications: number, perSecond: number): Promise<ReadAnswers> {
  const reading = readSteadily(publisher.server().url, perSecond);
  for (let at = 0; at < publications; at += 1) await publisher.make(await publisher.draft());
  const { url } = publisher.server();
  await until('the last words on every page', async () => {
    const seen = await Promise.all(readPaths.map(async (path) => versionsIn((await read(url, path, 'br')).html)));
    return seen.flat().every((version) => version === publisher.shown()) || undefined;
  });
  await reading.further(20);
  return reading.stop();
}

/** Kills the server while it publishes, at a random moment. @returns what its pages show afterwards that is neither the old words nor the new ones */
export async function killWhilePublishing(publisher: PublishingServer, seed: number): Promise<string[]> {
  const draft = await publisher.draft();
  const published = publisher.make(draft).then(
    () => true,
    () => false,
  );
  await pause(seeded(seed)() * 400);
  return publisher.killAndLook(draft, published);
}

export async function startPublisher(): Promise<PublishingServer> {
  const port = String(await freePort());
  const env = { DESK_PORT: port, DESK_URL: `http://localhost:${port}` };
  let server = await startServer({ env });
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
  const all = Object.values(versionTexts).flat();
  const seen = new Map((await call(readContent, {})).fields.map(({ path, value }) => [path, String(value)]));
  let [begun, shown] = [0, 0];
  const isPublic = ({ version }: Draft) => {
    shown = version;
    for (const path of all) seen.set(path, versionWords(version));
  };
  const make = async (made: Draft) => {
    await call(publishContent, { draft: made.draft, revision: made.revision });
    isPublic(made);
  };
  return {
    server: () => server,
    shown: () => shown,
    make,
    draft: async () => {
      const version = (begun += 1);
      const { draft } = await call(openContentDraft, { title: `Version ${version}` });
      let revision = 0;
      for (const path of all)
        ({ revision } = await call(changeContent, { draft, path, value: versionWords(version), seen: seen.get(path) ?? '' }));
      return { draft, revision, version };
    },
    killAndLook: async (last, published) => {
      await server.kill();
      const allowed = (await published) ? [last.version] : [shown, last.version];
      server = await startServer({ dataDir: server.dataDir, env, port: Number(new URL(server.url).port) });
      const pages = await Promise.all(readPaths.map((path) => read(server.url, path, 'identity')));
      const now = [...new Set(pages.flatMap(({ html }) => versionsIn(html)))];
      if (now[0] === last.version) isPublic(last);
      else await make(last);
      const isWhole = now.length === 1 && allowed.includes(now[0] ?? 0);
      return [...(isWhole ? [] : [`versions ${now.join()} in place of ${allowed.join(' or ')}`]), ...pages.flatMap(({ faults }) => faults)];
    },
  };
}
