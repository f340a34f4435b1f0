import { randomUUID } from 'node:crypto';
import { connect, type ServerAnswer, type Client } from './client.ts';
import { demoRequest, formPath, press, tokenIn } from './demo-form.ts';
import type { Inbox, InboxMail } from './inbox.ts';
import type { Journal, Sent } from './journal.ts';
import { pause } from './wait-until.ts';

const SENDERS = 8;
const PRESSERS = 3;
/** The longest wait of a visitor between two forms, in milliseconds. It leaves time to send the mails. */
const THINKING = 80;

export type Visit = {
  url: string;
  journal: Journal;
  inbox: Inbox;
  /** Links that have not been opened yet; a link returns here if its button failed. */
  links: InboxMail[];
  random: () => number;
};

/** Visitors who send forms and press buttons until the server is killed. Resolves when all have noticed. */
export async function visit(visit: Visit): Promise<void> {
  await takeLinks(visit);
  const lost = [...visit.journal.sent.values()].filter(
    (sent) => sent.key !== undefined && sent.ids.length === 0 && sent.dropped + sent.refused > 0,
  );
  // Most visitors send a failed form again with the same idempotency key.
  const again = lost.filter(() => visit.random() < 0.8);
  const gone = new AbortController();
  const senders = Promise.all(Array.from({ length: SENDERS }, () => sender(visit, again))).finally(() => gone.abort());
  const pressers = Array.from({ length: PRESSERS }, () => presser(visit, gone.signal));
  await Promise.all([senders, ...pressers]);
}

/** Takes the links out of new mails and returns their number. A third of the links is dropped, as some visitors never open them. */
export async function takeLinks({ inbox, links, random }: Visit): Promise<number> {
  const mails = (await inbox.fresh()).filter((mail) => tokenIn(mail.text) !== undefined);
  links.push(...mails.filter(() => random() < 0.67));
  return mails.length;
}

async function sender({ url, journal, random }: Visit, again: Sent[]): Promise<void> {
  const client = connect(url);
  try {
    for (;;) {
      const sent = again.pop() ?? newcomer(journal, random);
      // Now and then a visitor clicks twice.
      const clicks = sent.key !== undefined && random() < 0.1 ? [client, connect(url)] : [client];
      const told = await Promise.all(clicks.map((one) => sendOne(one, sent, journal)));
      for (const second of clicks.slice(1)) second.close();
      if (told.includes(false)) return;
      await pause(random() * THINKING);
    }
  } finally {
    client.close();
  }
}

/** @returns false if the connection ended before the answer */
async function sendOne(client: Client, sent: Sent, journal: Journal): Promise<boolean> {
  sent.attempts += 1;
  const headers: Record<string, string> = sent.key === undefined ? {} : { 'idempotency-key': sent.key };
  const answer = await client.postForm(formPath, demoRequest(sent.email), headers).catch(() => undefined);
  if (answer === undefined) {
    sent.dropped += 1;
    return false;
  }
  if (answer.status === 201) sent.ids.push((JSON.parse(answer.text) as { id: string }).id);
  else if (answer.status === 503) sent.refused += 1;
  else journal.surprises.push(told('a form', answer));
  return true;
}

function newcomer(journal: Journal, random: () => number): Sent {
  const email = `v${journal.sent.size}@visitors.example`;
  // Browsers always send a key; other clients may not.
  const sent: Sent = { email, key: random() < 0.9 ? randomUUID() : undefined, attempts: 0, dropped: 0, refused: 0, ids: [] };
  journal.sent.set(email, sent);
  return sent;
}

async function presser({ url, journal, links, random }: Visit, gone: AbortSignal): Promise<void> {
  const client = connect(url);
  try {
    while (!gone.aborted) {
      const mail = links.pop();
      if (mail === undefined) {
        await pause(THINKING);
        continue;
      }
      const pressed = journal.pressed.get(mail.to) ?? { told: false };
      journal.pressed.set(mail.to, pressed);
      const answer = await client.send(...press(tokenIn(mail.text)!)).catch(() => undefined);
      if (answer === undefined) {
        if (random() < 0.8) links.push(mail);
        return;
      }
      if (answer.status === 303) pressed.told = true;
      else journal.surprises.push(told('a button', answer));
      await pause((random() * THINKING) / 2);
    }
  } finally {
    client.close();
  }
}

function told(what: string, { status, text }: ServerAnswer): string {
  return `${what} was answered ${status}: ${text.slice(0, 300)}`;
}
