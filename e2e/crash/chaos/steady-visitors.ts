import { makePdf, sendApplication } from '../../fixtures/applications.ts';
import { connect, type ServerAnswer } from '../client.ts';
import { demoRequest, formPath } from '../demo-form.ts';
import type { Journal } from '../journal.ts';
import { pause } from '../wait-until.ts';

export type VisitorsOptions = {
  urls: readonly string[];
  journal: Journal;
  senders: number;
  random: () => number;
  hasMail: (email: string) => boolean;
};

export type SteadyVisitors = {
  /** When each form was answered 201, by performance.now(), ascending. */
  acceptedAt: number[];
  applications: string[];
  stop(): Promise<void>;
};

/** Milliseconds that a visitor waits before the next form, and before sending a failed one again. */
const PACE = 60;
const AGAIN = 250;
/** The share of requests that are applications with a CV. */
const APPLICATIONS = 0.03;

/**
 * Visitors who send forms to any of the servers. Each form is repeated with the same idempotency key until it is answered 201; an application has no
 * key and is sent once. Each visitor waits for the mail before the next form, so that no more forms come than mails can be sent.
 */
export function sendToAll({ urls, journal, senders, random, hasMail }: VisitorsOptions): SteadyVisitors {
  const acceptedAt: number[] = [];
  const applications: string[] = [];
  const stopping = new AbortController();

  async function apply(email: string): Promise<void> {
    const answer = await sendApplication(pick(urls, random), makePdf(20_000), email).catch(() => undefined);
    if (answer?.status === 201) applications.push(email);
    else if (answer !== undefined && answer.status !== 503)
      journal.surprises.push(`an application was answered ${answer.status}: ${answer.text}`);
  }

  async function sendForm(email: string): Promise<void> {
    const sent = { email, key: email, attempts: 0, dropped: 0, refused: 0, ids: [] as string[] };
    journal.sent.set(email, sent);
    // Until it is answered, even after `stop`.
    while (sent.ids.length === 0) {
      sent.attempts += 1;
      const answer = await postOnce(pick(urls, random), email);
      if (answer?.status === 201) {
        sent.ids.push((JSON.parse(answer.text) as { id: string }).id);
        acceptedAt.push(performance.now());
        continue;
      }
      if (answer === undefined) sent.dropped += 1;
      else if (answer.status === 503) sent.refused += 1;
      else journal.surprises.push(`a form was answered ${answer.status}: ${answer.text.slice(0, 300)}`);
      await pause(AGAIN);
    }
    while (!hasMail(email) && !stopping.signal.aborted) await pause(50);
  }

  async function visit(name: number): Promise<void> {
    for (let n = 0; !stopping.signal.aborted; n += 1) {
      if (random() < APPLICATIONS) await apply(`a${name}-${n}@applicants.example`);
      else await sendForm(`v${name}-${n}@visitors.example`);
      await pause(random() * PACE * 2);
    }
  }

  const done = Promise.all(Array.from({ length: senders }, (_, name) => visit(name)));
  return {
    acceptedAt,
    applications,
    stop: async () => {
      stopping.abort();
      await done;
    },
  };
}

async function postOnce(url: string, email: string): Promise<ServerAnswer | undefined> {
  const client = connect(url);
  try {
    return await client.postForm(formPath, demoRequest(email), { 'idempotency-key': email });
  } catch {
    return undefined;
  } finally {
    client.close();
  }
}

function pick<T>(all: readonly T[], random: () => number): T {
  return all[Math.floor(random() * all.length)]!;
}
