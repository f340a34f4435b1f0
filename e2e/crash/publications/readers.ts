import { createHash } from 'node:crypto';
import { Agent, request } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { elementAt } from '../../../contract/checked.ts';
import { etagOf } from '../../../server/http/resource.ts';
import { until } from '../wait-until.ts';

/** Texts of a page, all of which a version changes: in its document, its head and its structured data. */
export const versionTexts = {
  '/': ['home.hero.lead', 'home.solutions.lead', 'heads./.description'],
  '/about': ['about.lead', 'heads./about.description'],
} as const;
type Path = keyof typeof versionTexts;
export const readPaths = Object.keys(versionTexts) as Path[];

export const versionWords = (version: number) => `These are the words of version ${version}, and of no other.`;

export function versionsIn(html: string): number[] {
  return [...html.matchAll(/the words of version (\d+), and of no other/g)].map(([, number]) => Number(number));
}

/** `perSecond`: answers read in a second. */
export type ReadAnswers = { faults: string[]; answers: number; perSecond: number; versions: number };

const encodings = ['br', 'identity', 'gzip'];
/** Milliseconds between two turns; each sends the requests that are due at the rate. */
const TURN = 10;
/** Most requests under way at once: where the server is slower than the rate, further ones are left out. */
const MOST = 64;

/** Asks for pages at a steady rate, whether or not earlier answers are there, and looks at each answer. */
export function readSteadily(url: string, perSecond: number) {
  const [faults, seen] = [new Array<string>(), new Set<number>()];
  const agent = new Agent({ keepAlive: true, maxSockets: MOST });
  const under = new Set<Promise<void>>();
  const began = performance.now();
  let [asked, answers] = [0, 0];
  const readOne = async (n: number) => {
    const path = elementAt(readPaths, n % readPaths.length);
    const encoding = elementAt(encodings, n % encodings.length);
    try {
      const found = await read(url, path, encoding, agent);
      faults.push(...found.faults.map((fault) => `${path} ${encoding}: ${fault}`));
      for (const version of versionsIn(found.html)) seen.add(version);
    } catch (error) {
      faults.push(`${path} ${encoding}: ${String(error)}`);
    }
    answers += 1;
  };
  const timer = setInterval(() => {
    const due = Math.floor(((performance.now() - began) / 1000) * perSecond);
    for (; asked < due && under.size < MOST; asked += 1) {
      const one = readOne(asked).finally(() => under.delete(one));
      under.add(one);
    }
    asked = Math.max(asked, due - MOST);
  }, TURN);
  return {
    /** Waits until more answers are there. */
    further: async (count: number): Promise<void> => {
      const wanted = answers + MOST + count;
      await until('further answers', () => answers >= wanted || undefined);
    },
    stop: async (): Promise<ReadAnswers> => {
      clearInterval(timer);
      await Promise.all(under);
      agent.destroy();
      return { faults, answers, perSecond: Math.round((answers * 1000) / (performance.now() - began)), versions: seen.size };
    },
  };
}

type Page = { html: string; faults: string[] };

/** Results by the bytes and headers of an answer: most answers equal one that was checked before. */
const looked = new Map<string, Page>();

/** A page, and what is wrong with its answer: status, ETag, policy, or words of two versions. */
export async function read(url: string, path: Path, encoding: string, agent?: Agent): Promise<Page> {
  const answer = await ask(url + path, encoding, agent);
  const { status, headers, bytes } = answer;
  const kept = [
    status,
    headers.etag,
    headers['content-encoding'],
    headers['content-security-policy'],
    createHash('sha1').update(bytes).digest('hex'),
  ];
  const key = JSON.stringify([path, ...kept]);
  const page = looked.get(key) ?? look(path, answer);
  if (looked.size > 100) looked.clear();
  looked.set(key, page);
  return page;
}

function look(path: Path, { status, headers, bytes }: Answer): Page {
  const kind = headers['content-encoding'];
  const body = kind === 'br' ? brotliDecompressSync(bytes) : kind === 'gzip' ? gunzipSync(bytes) : bytes;
  const html = body.toString();
  const policy = String(headers['content-security-policy']);
  const versions = versionsIn(html);
  const inline = [...html.matchAll(/<(script|style)((?:\s[^>]*)?)>(.*?)<\/\1>/gs)].filter(
    ([, , attributes = '']) => !/\bsrc=|type="application\//.test(attributes),
  );
  const unknown = inline.filter(([, , , text = '']) => !policy.includes(`'sha256-${createHash('sha256').update(text).digest('base64')}'`));
  const isWhole = new Set(versions).size <= 1 && (versions.length === 0 || versions.length >= versionTexts[path].length);
  const faults = [
    ...(status === 200 ? [] : [`status ${status}`]),
    ...(headers.etag === etagOf(body) ? [] : ['the ETag is of another body']),
    ...(unknown.length === 0 ? [] : ['the policy is of another page']),
    ...(isWhole ? [] : [`versions ${versions.join()}`]),
  ];
  return { html, faults };
}

type Answer = { status: number | undefined; headers: Readonly<Record<string, string | string[] | undefined>>; bytes: Buffer };

function ask(url: string, encoding: string, agent: Agent | undefined): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const asked = request(url, { headers: { 'accept-encoding': encoding }, ...(agent && { agent }) }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('error', reject);
      response.on('end', () => resolve({ status: response.statusCode, headers: response.headers, bytes: Buffer.concat(parts) }));
    });
    asked.on('error', reject);
    asked.end();
  });
}
