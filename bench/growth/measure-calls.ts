import { request } from 'node:http';
import { demoRequest, formPath, press } from '../../e2e/crash/demo-form.ts';
import { elementAt } from '../../contract/checked.ts';
import account from '../../contract/demo-account.json' with { type: 'json' };
import { sampleDates } from '../../contract/figures/reporting-date.ts';
import { dataPaths } from '../../contract/portfolio.ts';
import { reportPath } from '../../contract/report-files.ts';
import { connect, type Client, type Request } from '../../e2e/crash/client.ts';
import { cookieName } from '../../server/staff/sign-in/cookies.ts';
import { quantile } from '../results.ts';
import type { Filled } from './fill-store.ts';

/** Milliseconds of one call: of wall time, and of the processor, in all processes that answer it. */
export type Taken = { calls: number; median: number; p95: number; cpu: number };

/** A call that visitors or staff wait for. `ask`: gives the status, undefined once there is nothing left to ask. */
type AskedCall = { name: string; who: 'visitors' | 'staff'; ask: (n: number) => Promise<number> | undefined; most?: number };

/** `url` and `desk`: where a server listens. `signIn`: gives new sessions of staff. */
export type Places = { url: string; desk: string; filled: Filled; signIn: () => Promise<string[]> };

/** How long each call is repeated, in milliseconds, and how often at least. */
const [LONG, LEAST] = [1000, 20];

/** @param seconds processor time that the processes have used so far */
export async function measureCalls(places: Places, seconds: () => number): Promise<Map<string, Taken>> {
  const visitor = connect(places.url);
  const colleague = connect(places.desk);
  try {
    const taken = new Map([['beside: the first report after a record changed', await makeReport(places.url, seconds)]]);
    const measure = async (calls: readonly AskedCall[]) => {
      for (const call of calls) taken.set(`${call.who}: ${call.name}`, await repeatedly(call, seconds));
    };
    await measure(await visitorCalls(visitor, places.filled));
    await measure(staffCalls(colleague, places.desk, elementAt(await places.signIn(), 0)));
    return taken;
  } finally {
    visitor.close();
    colleague.close();
  }
}

/** Milliseconds within which a report must be answered by 200. */
const REPORT = 600_000;

async function makeReport(url: string, seconds: () => number): Promise<Taken> {
  const [began, before] = [performance.now(), seconds()];
  for (let made = false; !made;) {
    const answered = await fetch(url + reportPath('pro')).catch(() => undefined);
    await answered?.arrayBuffer();
    made = answered?.status === 200;
    if (!made && performance.now() - began > REPORT) throw new Error(`the report was answered ${answered?.status}`);
  }
  const wall = performance.now() - began;
  return { calls: 1, median: wall, p95: wall, cpu: (seconds() - before) * 1000 };
}

async function repeatedly({ name, ask, most = Infinity }: AskedCall, seconds: () => number): Promise<Taken> {
  const check = async (n: number): Promise<boolean> => {
    const status = await ask(n);
    if (status !== undefined && status >= 400) throw new Error(`${name} was answered ${status}`);
    return status !== undefined;
  };
  // The first answers are slower where something is compiled, or read for the first time.
  for (let n = 0; n < Math.min(3, most - 1); n += 1) await check(n);
  const times: number[] = [];
  const [began, before] = [performance.now(), seconds()];
  for (let n = 3; times.length < most && (times.length < LEAST || performance.now() - began < LONG); n += 1) {
    const asked = performance.now();
    if (!(await check(n))) break;
    times.push(performance.now() - asked);
  }
  const cpu = ((seconds() - before) * 1000) / times.length;
  return { calls: times.length, median: quantile(times, 0.5), p95: quantile(times, 0.95), cpu };
}

async function visitorCalls(client: Client, { tokens, portfolio }: Filled): Promise<AskedCall[]> {
  const json = { 'content-type': 'application/json' };
  const { text } = await client.send('POST', dataPaths.login, JSON.stringify(account), json);
  const token = /"TOKEN":"([^"]+)"/.exec(text)?.[1] ?? '';
  const get = (path: string, headers: Record<string, string> = {}) => status(client, 'GET', path, undefined, headers);
  const signed = { authorization: `Bearer ${token}` };
  const date = sampleDates.website;
  const all: Record<string, AskedCall['ask']> = {
    'home page': () => get('/', { 'accept-encoding': 'br' }),
    'form sent': (n) =>
      client
        .postForm(formPath, demoRequest(`visitor-${n}-${Date.now()}@visitors.example`), { 'idempotency-key': crypto.randomUUID() })
        .then((answer) => answer.status),
    'link opened': (n) => get(`/verify?token=${tokens[n % tokens.length]}`),
    'link pressed': (n) => (tokens[n] === undefined ? undefined : status(client, ...press(tokens[n]))),
    'insights page': () => get('/insights'),
    'all figures': () => get(`${dataPaths.portfolios('website')}?date=${date}`, signed),
    "one portfolio's figures": () => get(`${dataPaths.portfolio('website', portfolio)}?date=${date}`, signed),
    report: () => get(reportPath('pro')),
    papers: () => get(dataPaths.papers),
    'careers page': () => get('/careers'),
  };
  return Object.entries(all).map(([name, ask]) => ({ name, who: 'visitors', ask }));
}

function staffCalls(client: Client, desk: string, session: string): AskedCall[] {
  const headers = staffHeaders(desk, session);
  const post = (path: string, body: object) => status(client, 'POST', path, JSON.stringify(body), headers);
  const list = (asked: object) => () => post('/api/leads/list', asked);
  const count = (asked: object) => () => post('/api/leads/count', asked);
  const all: Record<string, AskedCall['ask']> = {
    'list, first page': list({}),
    'list, by name': list({ sort: 'name' }),
    'list, filtered': list({ state: 'won', campaign: 'newsletter-42', country: 'IT' }),
    'list, searched': list({ search: 'müller' }),
    'list, searched for what is nowhere': list({ search: 'xylophone' }),
    'count of all': count({}),
    'count, filtered': count({ state: 'won' }),
    'count, searched': count({ search: 'capital' }),
    overview: () => status(client, 'GET', '/api/overview', undefined, headers),
    'what waits in the queue': () => status(client, 'GET', '/api/queue', undefined, headers),
    "an export's first rows": () => firstBytes(desk, headers),
  };
  return Object.entries(all).map(([name, ask]) => ({ name, who: 'staff', ask }));
}

export function staffHeaders(desk: string, session: string): Record<string, string> {
  const { host, origin } = new URL(desk);
  return {
    host,
    origin,
    'sec-fetch-site': 'same-origin',
    'content-type': 'application/json',
    cookie: `${cookieName(origin, 'session')}=${session}`,
  };
}

async function status(client: Client, ...request: Request): Promise<number> {
  return (await client.send(...request)).status;
}

/** Asks for the export of all leads, and breaks off once its first bytes have come. @returns the status */
function firstBytes(desk: string, headers: Record<string, string>): Promise<number> {
  const { port } = new URL(desk);
  return new Promise((resolve, reject) => {
    const asked = request({ host: '127.0.0.1', port, method: 'POST', path: '/api/leads/export', headers }, (response) => {
      response.on('error', () => undefined);
      response.once('data', () => {
        resolve(response.statusCode ?? 0);
        asked.destroy();
      });
    });
    asked.on('error', reject);
    asked.end('{}');
  });
}
