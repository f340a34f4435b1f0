import { randomInt } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { DEMO_LANDING, PLATFORM_LANDING } from '../../../contract/callers.ts';
import { TIMES_HASH } from '../../../contract/meeting-page.ts';
import { present } from '../../../contract/checked.ts';
import { EMAIL } from '../../../contract/forms/email.ts';
import { TOKEN_PLACEHOLDER, MORE_MARK, moreMarks, NEXT_PLACEHOLDER, REQUEST_MARK, requestMarks } from '../../../contract/page-marks.ts';
import type { LeadContext } from '../lead-context.ts';
import { allowFormBody, clean } from '../../http/read-request.ts';
import { pageForAll, withPart } from '../../http/page-parts.ts';
import { refuseTooMany } from '../../http/rate-limits.ts';
import { tokenPageHeaders } from '../../http/security-headers.ts';
import type { Placeholders } from '../../http/fill-placeholders.ts';
import { madeOfPage, sendPage, sendPrivatePage } from '../../http/site.ts';
import { enqueue, insertJobs } from '../../queue/job-queue.ts';
import { observations } from '../../kernel/observations.ts';
import { isStoreDown } from '../../store/errors.ts';
import type { Tx } from '../../store/store.ts';
import { leadJobRows } from '../lead-job.ts';
import { sourceOf } from '../take-form.ts';
import { confirmLink, hashToken, readLink, type Confirmed, type Look, type OwnerAnswer, type LinkState } from './confirm-link.ts';
import { freshLink } from './verification.mail.tsx';
import { sentHere, LISTED, type WaitingRequest } from './waiting-requests.ts';
import { sql } from 'kysely';
import { countInMemory } from '../../store/shares/use-counts.ts';
import { dateTime } from '../../../contract/figures/format.ts';
import { requestOf } from '../lead-columns.ts';

const htmlForm = { takes: 'application/x-www-form-urlencoded' };

export async function linkRoutes(app: FastifyInstance, context: LeadContext): Promise<void> {
  await allowFormBody(app);
  verifyRoutes(app, context);
  resendRoute(app, context);
}

function verifyRoutes(app: FastifyInstance, context: LeadContext): void {
  const { store, topics, now } = context;
  const limit = context.limits({ name: 'verify', points: 120, seconds: 60 });

  const waitOf = context.settings.RATE_LIMIT === 'on' ? floodedMailboxes(store.db) : async () => 0;
  const bound = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> => {
    const wait = await waitOf(clean(request.query, 'token') || clean(request.body, 'token')).catch(() => 0);
    return wait === 0 ? undefined : refuseTooMany(request, reply, Math.ceil(wait / 1000));
  };

  // Mail scanners open links, so GET and HEAD change nothing.
  app.get('/verify', { onRequest: limit, preHandler: bound }, async (request, reply) => {
    const token = clean(request.query, 'token');
    try {
      const link = await readLink({ db: store.db, topics }, { token, now: now(), look: lookOf(request) });
      return showLink(context, reply, link, token);
    } catch (error) {
      return showUnavailable(context, reply, error, token);
    }
  });

  app.post('/verify', { onRequest: limit, preHandler: bound, config: htmlForm }, async (request, reply) => {
    const token = clean(request.body, 'token');
    try {
      const at = now();
      const answer = readOwnerAnswer(request.body);
      const { confirmed: load } = await context.shares.use(sourceOf(request), { confirmed: 1 });
      const { link, confirmed, times } = await store.begin((tx) =>
        confirm(context, tx, { token, now: at, answer, look: lookOf(request), load }),
      );
      for (const form of confirmed) observations.lead.tell({ form, outcome: 'confirmed' });
      if (link.state === 'picks') return showPicks(context, reply, link, token);
      if (link.state !== 'used') return showLink(context, reply, link, token);
      context.wake();
      return redirect(reply, times ?? link.landing);
    } catch (error) {
      return showUnavailable(context, reply, error, token);
    }
  });
}

async function confirm(
  context: LeadContext,
  tx: Tx,
  asked: { token: string; now: number; answer: OwnerAnswer; look: Look; load: number },
): Promise<{ link: Confirmed; confirmed: string[]; times: string | undefined }> {
  const confirmed: string[] = [];
  const link = await confirmLink({ db: tx, topics: context.topics }, asked, async (lead) => {
    await insertJobs(tx, leadJobRows(context, 'confirmed', { lead, now: asked.now, load: asked.load }));
    confirmed.push(lead.form);
  });
  const times = link.state === 'used' ? await timesFor(context, tx, { link, now: asked.now }) : undefined;
  return { link, confirmed, times };
}

/** Milliseconds for which another press of the confirming button is answered as the first, such as the second of a double click. */
const PRESSED_AGAIN = 15 * 60_000;

/** Where a visitor who has just confirmed a demo chooses its time: the page with the times, or the platform page, whose dialog leads there. */
async function timesFor(
  { confirmedTimes }: LeadContext,
  tx: Tx,
  { link: { landing, lead }, now }: { link: Extract<LinkState, { state: 'used' }>; now: number },
): Promise<string | undefined> {
  if (landing !== DEMO_LANDING && landing !== PLATFORM_LANDING) return undefined;
  if ((lead.verified_at ?? 0) <= now - PRESSED_AGAIN) return undefined;
  const times = await confirmedTimes(tx, lead, now);
  if (times === undefined) return undefined;
  return landing === DEMO_LANDING ? times.path : `${landing}${TIMES_HASH}${times.token}`;
}

/** Takes requests for a fresh link. The answer is the same, and takes as long, whether the address is known or not: a job looks it up. */
function resendRoute(app: FastifyInstance, context: LeadContext): void {
  const { store } = context;
  const limit = context.limits({ name: 'resend', points: 10, seconds: 600, hour: 40, day: 120 });

  const sent = madeOfPage(context.site, '/verify/sent', (page) => pageForAll(page, {}, tokenPageHeaders));

  app.get('/verify/sent', (request, reply) => sendPage(request, reply, sent()));
  app.post('/verify/resend', { onRequest: limit, config: htmlForm }, async (request, reply) => {
    const email = clean(request.body, 'email').toLowerCase();
    const token = clean(request.body, 'token');
    const wanted = EMAIL.test(email) ? { email } : { tokenHash: hashToken(token) };
    try {
      const { forms: load } = await context.shares.use(sourceOf(request, wanted), { forms: 1 });
      await store.begin((tx) => requestLink(tx, wanted, { now: context.now(), load }));
    } catch (error) {
      return showUnavailable(context, reply, error, token);
    }
    context.wake();
    return redirect(reply, '/verify/sent');
  });
}

function lookOf(request: FastifyRequest): Look {
  const page = /^\d{1,4}$/.test(clean(request.query, 'page')) ? Number(clean(request.query, 'page')) : 0;
  return { sentHere: sentHere(request), page };
}

/** Reads what the confirming page sends. A form body has one tick as a text and several as a list. */
function readOwnerAnswer(body: unknown): OwnerAnswer {
  return { shown: idsOf(body, 'shown'), picked: idsOf(body, 'request'), none: clean(body, 'answer') === 'none' };
}

function idsOf(body: unknown, name: string): string[] {
  const given: unknown = isRecord(body) && Object.hasOwn(body, name) ? body[name] : [];
  return [given].flat().filter((id) => typeof id === 'string');
}

function showUnavailable({ site }: LeadContext, reply: FastifyReply, error: unknown, token: string): FastifyReply {
  if (!isStoreDown(error)) throw error;
  reply.header('retry-after', 5);
  return sendPrivatePage(reply, present(site.pages.get('/verify/unavailable')), 503, { [TOKEN_PLACEHOLDER]: token });
}

/**
 * Leaves the look-up to a job, so that the answer does not reveal which addresses are known. The job runs after a random delay of some seconds, so that its
 * load on the server cannot be measured by a request right after this one.
 */
async function requestLink(
  tx: Tx,
  wanted: { email: string } | { tokenHash: string },
  { now, load }: { now: number; load: number },
): Promise<void> {
  await enqueue(tx, freshLink, { ...wanted, at: now }, { now, runAt: now + randomInt(2000, 8000), load });
}

function redirect(reply: FastifyReply, path: string): FastifyReply {
  return reply.headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' }).redirect(path, 303);
}

function isRecord(body: unknown): body is Record<string, unknown> {
  return typeof body === 'object' && body !== null && !Array.isArray(body);
}

/** With more requests than this, finding those that a mailbox's page lists takes milliseconds: ten for a thousand requests. */
const MANY = 500;
const LOOKS = { most: 12, ms: 60_000 };

/**
 * Limits how often the requests of a flooded mailbox are read: whoever floods a mailbox of their own also gets its link.
 * @returns milliseconds to wait before the link's page may be made; 0: now
 */
function floodedMailboxes(db: Tx): (token: string) => Promise<number> {
  const count = countInMemory();
  return async (token) => {
    const link = await db.selectFrom('verifications').select('address_key').where('token_hash', '=', hashToken(token)).executeTakeFirst();
    if (link === undefined || link.address_key === null) return 0;
    const some = db
      .selectFrom('leads')
      .select(sql`1`.as('one'))
      .where('email_key', '=', link.address_key)
      .limit(MANY + 1);
    const { requests } = await db
      .selectFrom(some.as('some'))
      .select((eb) => eb.fn.countAll<number>().as('requests'))
      .executeTakeFirstOrThrow();
    if (requests <= MANY) return 0;
    const [[look] = []] = await count([{ amount: 1, counts: [{ key: link.address_key, ...LOOKS }] }]);
    return look !== undefined && look.used > LOOKS.most ? look.wait : 0;
  };
}

type Pages = Pick<LeadContext, 'site' | 'now' | 'settings'>;
type Ask = Extract<LinkState, { state: 'ask' }>;

const statuses = { used: 200, declined: 200, expired: 410, superseded: 410, unknown: 404 } as const;

function showLink(context: Pages, reply: FastifyReply, link: LinkState, token: string): FastifyReply {
  if (link.state === 'ask') {
    const alone = link.waiting.total === 1 && link.linked !== undefined;
    return alone ? ask(context, reply, link, token) : pick(context, reply, { link, missing: false, token });
  }
  const values = { [TOKEN_PLACEHOLDER]: token, [NEXT_PLACEHOLDER]: link.state === 'used' ? link.landing : '/' };
  return sendPrivatePage(reply, present(context.site.pages.get(`/verify/${link.state}`)), statuses[link.state], values);
}

function showPicks(
  context: Pages,
  reply: FastifyReply,
  { link, missing }: Extract<Confirmed, { state: 'picks' }>,
  token: string,
): FastifyReply {
  return pick(context, reply, { link, missing, token });
}

function ask(context: Pages, reply: FastifyReply, link: Ask, token: string): FastifyReply {
  const [request] = describe(context, link);
  return sendPrivatePage(reply, present(context.site.pages.get('/verify')), 200, { [TOKEN_PLACEHOLDER]: token, ...request });
}

type Picking = { link: Ask; missing: boolean; token: string };

function pick(context: Pages, reply: FastifyReply, { link, missing, token }: Picking): FastifyReply {
  const lines = describe(context, link);
  // The link may have been sent for somebody else's request; the request that this browser sent is the reader's.
  const isListed = lines.some((values) => values[requestMarks.id] === link.sentHere);
  const ticked = missing ? undefined : isListed ? link.sentHere : link.linked;
  const built = present(context.site.pages.get(missing ? '/verify/pick-one' : '/verify/pick'));
  const page = withPart(
    built,
    { mark: REQUEST_MARK, looks: 2 },
    lines.map((values) => ({ look: values[requestMarks.id] === ticked ? 0 : 1, values })),
  );
  const more = moreOf(link).map(([number, text]) => ({ values: { [moreMarks.page]: String(number), [moreMarks.text]: text } }));
  return sendPrivatePage(reply, withPart(page, { mark: MORE_MARK, looks: 1 }, more), missing ? 422 : 200, { [TOKEN_PLACEHOLDER]: token });
}

/** What the owner recognises requests by: when each came and what it asked for. Contains nothing that anybody typed. */
function describe({ now, settings }: Pages, { waiting, sentHere }: Ask): Placeholders[] {
  const { requests } = waiting;
  const words = requests.map((lead) => ({ ...requestOf(lead), minute: Math.floor(lead.created_at / MINUTE) }));
  return requests.map((lead, index) => {
    const { request, source, minute } = present(words[index]);
    const alike = words.filter((one, other) => other !== index && one.request === request);
    const isOneOfMany = lead.more > 0;
    return describeOne(lead, {
      now: now(),
      zone: settings.TIME_ZONE,
      isSentHere: lead.id === sentHere,
      source: alike.length > 0 && !isOneOfMany ? source : undefined,
      withSeconds: alike.some((one) => one.minute === minute),
    });
  });
}

const MINUTE = 60_000;

/** `source`: where on the site, of requests that ask for the same. `withSeconds`: two of them came within a minute. */
type Describing = { now: number; zone: string; isSentHere: boolean; source: string | undefined; withSeconds: boolean };

/** Links to the other pages of the list, so that every waiting request can be seen. */
function moreOf({ waiting: { total }, page }: Ask): Array<[page: number, text: string]> {
  if (total <= LISTED) return [];
  if (page === 0) return [[1, `Show all ${total} requests, the newest first`]];
  const older: Array<[number, string]> = page * LISTED < total ? [[page + 1, 'Show older requests']] : [];
  return [...older, page === 1 ? [0, 'Show the shorter list'] : [page - 1, 'Show newer requests']];
}

function describeOne(lead: WaitingRequest, { now, zone, isSentHere, source, withSeconds }: Describing): Placeholders {
  const at = lead.created_at;
  const seconds = String(new Date(at).getUTCSeconds()).padStart(2, '0');
  const time = dateTime(at, zone);
  const shown = withSeconds ? time.replace(/\d\d:\d\d/, (minutes) => `${minutes}:${seconds}`) : time;
  return {
    [requestMarks.id]: lead.id,
    [requestMarks.title]: requestOf(lead).request,
    [requestMarks.time]: source === undefined ? shown : `${shown}, ${source}`,
    [requestMarks.iso]: new Date(at).toISOString(),
    [requestMarks.ago]: ago(now - at),
    [requestMarks.note]: isSentHere ? 'Sent from this browser' : lead.more > 0 ? `and ${lead.more} more like it` : '',
  };
}

function ago(ms: number): string {
  const minutes = Math.max(0, Math.round(ms / MINUTE));
  if (minutes < 1) return 'just now';
  if (minutes < 120) return minutes === 1 ? 'a minute ago' : `${minutes} minutes ago`;
  const hours = Math.round(minutes / 60);
  return hours < 48 ? `${hours} hours ago` : `${Math.round(hours / 24)} days ago`;
}
