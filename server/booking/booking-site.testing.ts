import type { Message } from '../mail/message.ts';
import type { Store } from '../store/store.ts';
import { setUpMailbox } from '../leads/mailbox.testing.ts';

export const ada = 'ada@example.com';
export const HOUR = 3_600_000;
/** The first half hour that is offered: Monday at 09:00 in Rome. */
export const NINE = '2026-11-23T08:00:00.000Z';
export const TEN = '2026-11-23T09:00:00.000Z';

const settings = {
  BOOKING_HOURS: 'Mon-Fri 09:00-10:30, 14:00-15:00',
  BOOKING_ZONE: 'Europe/Rome',
  BOOKING_DAYS: '9',
  BOOKING_PLACE: 'https://meet.example.com/demo',
  BOOKING_ORGANISER: 'Grace Hopper <grace@example.com>',
};

export async function setUpBookings(env: Record<string, string> = {}, given: { store?: Store } = {}) {
  const site = await setUpMailbox({ limit: { perHour: 99, perDay: 99 } }, { env: { ...settings, ...env }, ...given });
  const { app, request, pass, tokens, press, sent } = site;
  const mails = (to: string, subject: RegExp) =>
    sent.filter((mail) => mail.to.some((one) => one.includes(to)) && subject.test(mail.subject));
  const tokenIn = (mail: Message | undefined) => /meeting\?token=([\w-]{43})/.exec(mail?.text ?? '')?.[1];
  return {
    ...site,
    mails,
    tokenIn,
    /** Asks for a demo, confirms the address, and returns the token of the booking link in the mail that follows. */
    verified: async (email = ada): Promise<string> => {
      await request(email);
      await pass(1000);
      await press({ token: tokens(email).at(-1)! });
      await pass(61_000);
      return tokenIn(mails(email, /Choose a time/).at(-1))!;
    },
    open: (token: string, query = '', method: 'GET' | 'HEAD' = 'GET') => app.inject({ method, url: `/meeting?token=${token}${query}` }),
    send: (token: string, form: Record<string, string>) =>
      app.inject({
        method: 'POST',
        url: '/meeting',
        payload: new URLSearchParams({ token, zone: 'Europe/Rome', ...form }).toString(),
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      }),
  };
}

/** What a page shows: its path and its parts. */
export function shown(html: string) {
  const lines = (part: string) =>
    [...html.matchAll(new RegExp(`<li>${part} (\\d): (.*?)</li>`, 'g'))].map(
      ([, look, text]) => `${look} ${text!.replaceAll(/ ?__\w+__/g, '').trim()}`,
    );
  const mark = (name: string) => new RegExp(`<p>${name}: (.*?)</p>`).exec(html)?.[1];
  return { page: /<h1>(.*?)<\/h1>/.exec(html)?.[1], lines, mark, times: lines('time').map((line) => line.split(' ')[1]) };
}
