import { request as requestPlain } from 'node:http';
import { request as requestTls } from 'node:https';
import { setTimeout as pause } from 'node:timers/promises';
import { demoRequest, formPath } from '../demo-form.ts';
import type { Inbox } from '../inbox.ts';

export type Entrance = { port: number; tls: boolean };

/**
 * Times in milliseconds, unordered. `work`: for each page, how long the server's main thread was busy during the wait, which is what the wait would
 * be on an otherwise idle machine. `refused`: descriptions of wrong answers.
 */
export type BystanderVisit = { pages: number[]; work: number[]; forms: number; taken: number; mails: number[]; refused: string[] };

const PAGE_EVERY = 100;
const FORM_EVERY = 500;
/** Milliseconds within which an answer and a mail must arrive. */
const PATIENCE = 10_000;
export const MAIL_WITHIN = 60_000;

/**
 * Plays other visitors during an attack: ten pages a second, and two forms a second, each from another network, and waits for the mail of each.
 * @param name of these visitors, so that no two visits use the same mail addresses
 * @param worked gives the milliseconds that the server's main thread has been busy so far
 */
export async function visitBeside(
  name: string,
  place: Entrance,
  { inbox, seconds, worked = () => 0 }: { inbox: Inbox; seconds: number; worked?: () => number },
): Promise<BystanderVisit> {
  const visit: BystanderVisit = { pages: [], work: [], forms: 0, taken: 0, mails: [], refused: [] };
  const sentAt = new Map<string, number>();
  const stopped = new AbortController();
  const reading = readMails(inbox, sentAt, visit, stopped.signal);
  const ends = performance.now() + seconds * 1000;
  const asked: Promise<void>[] = [];
  for (let n = 0; performance.now() < ends; n += 1) {
    asked.push(loadPage(place, visit, worked));
    if (n % (FORM_EVERY / PAGE_EVERY) === 0) asked.push(sendForm(place, { name, n, visit, sentAt }));
    await pause(PAGE_EVERY);
  }
  await Promise.all(asked);
  const waits = performance.now() + MAIL_WITHIN;
  while (visit.mails.length < visit.taken && performance.now() < waits) await pause(50);
  stopped.abort();
  await reading;
  return visit;
}

async function loadPage(place: Entrance, visit: BystanderVisit, worked: () => number): Promise<void> {
  const [began, before] = [performance.now(), worked()];
  const { status, fault } = await ask(place, { method: 'GET', path: '/about', from: '127.2.0.3' });
  visit.pages.push(performance.now() - began);
  visit.work.push(worked() - before);
  if (status !== 200) visit.refused.push(`page ${fault ?? status}`);
}

type Sending = { name: string; n: number; visit: BystanderVisit; sentAt: Map<string, number> };

async function sendForm(place: Entrance, { name, n, visit, sentAt }: Sending): Promise<void> {
  const email = `${name}-${n}@visitor-${n}.example`;
  sentAt.set(email, performance.now());
  visit.forms += 1;
  const body = JSON.stringify(demoRequest(email));
  const { status, fault } = await ask(place, { method: 'POST', path: formPath, body, from: `127.2.${1 + (n % 250)}.3` });
  if (status === 201) visit.taken += 1;
  else visit.refused.push(`form ${fault ?? status}`);
}

async function readMails(inbox: Inbox, sentAt: ReadonlyMap<string, number>, { mails }: BystanderVisit, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    for (const { to } of await inbox.fresh()) {
      const at = sentAt.get(to);
      if (at !== undefined) mails.push(performance.now() - at);
    }
    await pause(50);
  }
}

type Asked = { method: string; path: string; from: string; body?: string };

/** Uses a new connection, as a new visitor does. */
function ask({ port, tls }: Entrance, { method, path, from, body }: Asked): Promise<{ status?: number | undefined; fault?: string }> {
  return new Promise((resolve) => {
    const headers = {
      host: 'www.example.com',
      'accept-encoding': 'br',
      ...(body !== undefined && { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) }),
    };
    const options = { host: '127.0.0.1', port, method, path, headers, localAddress: from, agent: false, timeout: PATIENCE };
    const sent = tls ? requestTls({ ...options, servername: 'www.example.com', rejectUnauthorized: false }) : requestPlain(options);
    sent.on('timeout', () => sent.destroy(new Error('not answered')));
    sent.on('error', (error: NodeJS.ErrnoException) => resolve({ fault: error.code ?? error.message }));
    sent.on('response', (response) => {
      response.resume();
      response.on('end', () => resolve({ status: response.statusCode }));
    });
    sent.end(body);
  });
}
