import { createHash, randomBytes } from 'node:crypto';
import { afterEach, expect, inject, test } from 'vitest';
import { MEETING_PATH } from '../../contract/meeting-page.ts';
import { addVisitors } from '../../server/booking/bookings.testing.ts';
import { discard, startServer } from '../fixtures/server.ts';
import { ask, type ServerAnswer } from './client.ts';
import { makeServerData } from './server-data.ts';
import { pause, until } from './wait-until.ts';
import { inTurn } from '../../server/testing/rotation.testing.ts';

const VISITORS = 80;
const SERVERS = 2;
const DAY = 24 * 3_600_000;
/** Open on every weekday, so that there are free times whenever the test runs. */
const settings = { BOOKING_HOURS: 'Mon-Sun 09:00-18:00', BOOKING_ZONE: 'Europe/Rome', BOOKING_NOTICE: '1' };
/** Differs from the company’s zone and has no daylight saving time, so that its days begin at other moments. */
const zone = 'Asia/Kolkata';

const after: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const undo of after.splice(0).toReversed()) await undo();
});

inTurn(test.skipIf(inject('postgres') === undefined), 1)(
  'a half hour that eighty visitors of two servers want at once is one’s, and the others choose another on the page as they had it',
  async () => {
    const data = await makeServerData('postgres', inject('postgres'), undefined, true);
    after.push(() => data.discard());
    const servers = await Promise.all(
      Array.from({ length: SERVERS }, async () => {
        const server = await startServer({ env: { ...data.settings, ...settings } });
        after.push(() => discard(server));
        return server;
      }),
    );
    const tokens = await data.inside(async (store) => {
      const now = Date.now();
      const links = (await addVisitors(store, VISITORS, now)).map(({ id }) => ({ id, token: randomBytes(32).toString('base64url') }));
      const rows = links.map(({ id, token }) => {
        const hash = createHash('sha256').update(token).digest('base64url');
        return { token_hash: hash, lead_id: id, created_at: now, expires_at: now + DAY };
      });
      await store.db.insertInto('booking_links').values(rows).execute();
      return links.map(({ token }) => token);
    });
    const page = await ask(servers[0]!.url, 'GET', `${MEETING_PATH}?${new URLSearchParams({ token: tokens[0]!, zone }).toString()}`);
    // Neither the first day nor its first time, which the page shows by default.
    const day = [...page.text.matchAll(/[?&;]day=(\d{4}-\d\d-\d\d)/g)][2]![1]!;
    const ofDay = await ask(servers[1]!.url, 'GET', `${MEETING_PATH}?${new URLSearchParams({ token: tokens[0]!, zone, day }).toString()}`);
    const iso = timesIn(ofDay.text)[3]!;
    const answers = await Promise.all(
      tokens.map((token, n) => press(servers[n % SERVERS]!.url, new URLSearchParams({ token, zone, day, slot: iso, do: 'book' }))),
    );

    const count = (wanted: number) => answers.filter(({ status }) => status === wanted).length;
    expect([count(303), count(409)]).toEqual([1, VISITORS - 1]);
    const faults = answers.flatMap(({ status, text }, n) => {
      const kept = [`name="token" value="${tokens[n]}"`, `name="zone" value="${zone}"`, `name="day" value="${day}"`];
      const told = 'That half hour has just been taken. These are free now.';
      const offered = timesIn(text);
      const isRight = [told, ...kept].every((words) => text.includes(words)) && offered.length > 0 && !offered.includes(iso);
      return status === 303 || isRight ? [] : [`${n}: ${offered.join()} ${text.slice(0, 200)}`];
    });
    expect(faults).toEqual([]);
    const booked = await data.inside((store) => store.db.selectFrom('bookings').selectAll().execute());
    expect(booked).toMatchObject([{ starts_at: Date.parse(iso), state: 'booked', zone }]);
    const winner = answers.findIndex(({ status }) => status === 303);
    expect(answers[winner]!.headers.location).toContain(tokens[winner]);
  },
);

/** Sends the form again after a 503, as the page asks visitors to: on a busy machine all database connections may be in use for seconds. */
async function press(url: string, form: URLSearchParams): Promise<ServerAnswer> {
  return until('an answer', async () => {
    const answer = await ask(url, 'POST', MEETING_PATH, form.toString(), { 'content-type': 'application/x-www-form-urlencoded' });
    if (answer.status !== 503) return answer;
    await pause(500);
    return undefined;
  });
}

function timesIn(html: string): string[] {
  return [...html.matchAll(/<input[^>]*name="slot"[^>]*>/g)].flatMap(([input]) => /value="([^"]+)"/.exec(input)?.[1] ?? []);
}
