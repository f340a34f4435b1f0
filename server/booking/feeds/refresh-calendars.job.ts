import type { ExpressionBuilder } from 'kysely';
import * as v from 'valibot';
import { present } from '../../../contract/checked.ts';
import type { JobServices } from '../../mail/job-services.ts';
import { defineJob, type Job, type JobContext } from '../../queue/job.ts';
import { withoutAddresses } from '../../kernel/address.ts';
import type { Schema } from '../../store/schema.ts';
import { bookingPlan, type BookingPlan } from '../booking-links.ts';
import { SLOT_MS, type Interval } from '../free-slots.ts';
import { feedId } from './busy-times.ts';
import type { ReadCalendar } from './read-calendar.ts';

/** `readCalendar` reads a calendar in a thread. Default: in this thread. */
type CalendarServices = JobServices & { readCalendar?: ReadCalendar };

/** Largest calendar in bytes: about ten thousand events. */
const MAX_BYTES = 5 * 1024 * 1024;

export type FetchCalendar = (
  address: string,
  options: { most: number; signal: AbortSignal; settings: JobServices['settings'] },
) => Promise<{ status: number; answer: Buffer }>;

/** The job that reads the calendars in BOOKING_CALENDARS. Failures are stored for the alerts; busy times read before count for a day (busy-times.ts). */
export function refreshCalendars(fetchCalendar: FetchCalendar): Job<object, object, CalendarServices> {
  return defineJob({
    name: 'bookings.refresh-calendars',
    payload: v.object({}),
    every: 10 * 60_000,
    repeats: ({ settings }: CalendarServices) => settings.BOOKING_CALENDARS.length > 0,
    async run(_payload, context: JobContext<CalendarServices>) {
      const { store, settings } = context.services;
      const plan = bookingPlan(settings);
      const addresses = plan?.calendars ?? [];
      await store.db
        .deleteFrom('calendar_feeds')
        .where('id', 'not in', ['', ...addresses.map(feedId)])
        .execute();
      for (const address of addresses) await refresh(address, { plan: present(plan), context, fetchCalendar });
    },
  });
}

type Refreshing = { plan: BookingPlan; context: JobContext<CalendarServices>; fetchCalendar: FetchCalendar };

async function refresh(address: string, { plan, context, fetchCalendar }: Refreshing): Promise<void> {
  const { services, signal, now } = context;
  const { store, log } = services;
  const id = feedId(address);
  const at = now();
  try {
    const text = await textOf(address, (one) => fetchCalendar(one, { most: MAX_BYTES, signal, settings: services.settings }));
    // A day longer than meetings are offered, because what is read now counts for up to a day.
    const scope = { zone: plan.zone, from: at - SLOT_MS, until: at + plan.ahead + DAY + SLOT_MS };
    const readEvents = services.readCalendar ?? (await import('./read-calendar.ts')).readCalendar;
    const { busy, unread } = await readEvents(text, scope);
    const error = unread.length === 0 ? null : unreadWords(unread);
    if (error !== null) log.warn({ calendar: new URL(address).host, reason: error }, 'events of a calendar cannot be read');
    const read = { tried_at: at, error, read_at: at, busy: textFrom(busy) };
    await store.db
      .insertInto('calendar_feeds')
      .values({ id, ...read, failing_since: error === null ? null : at })
      .onConflict((conflict) =>
        conflict.column('id').doUpdateSet((eb) => ({ ...read, failing_since: error === null ? null : since(eb, at) })),
      )
      .execute();
  } catch (error) {
    if (signal.aborted) throw error;
    const reason = withoutAddresses(error instanceof Error ? error.message : 'it cannot be read').slice(0, 200);
    log.warn({ calendar: new URL(address).host, reason }, 'the busy times of a calendar cannot be read');
    await store.db
      .insertInto('calendar_feeds')
      .values({ id, tried_at: at, error: reason, failing_since: at, read_at: null, busy: '[]' })
      .onConflict((conflict) =>
        conflict.column('id').doUpdateSet((eb) => ({
          tried_at: at,
          error: reason,
          failing_since: since(eb, at),
        })),
      )
      .execute();
  }
}

const DAY = 24 * 3_600_000;

/** How many unreadable events the stored reason names by their day. */
const NAMED = 5;

function unreadWords(unread: readonly string[]): string {
  const days = [...new Set(unread.filter((day) => day !== ''))].slice(0, NAMED).map((day) => day.replace(/^(....)(..)(..)$/, '$1-$2-$3'));
  const which = days.length === 0 ? '' : `, of ${days.join(', ')}`;
  return `${unread.length === 1 ? '1 event' : `${unread.length} events`} of it${which}; the others count`;
}

/** When the calendar began to fail: the time of the first failure is kept. */
function since(eb: ExpressionBuilder<Schema, 'calendar_feeds'>, at: number) {
  return eb.fn.coalesce('calendar_feeds.failing_since', eb.val(at));
}

async function textOf(address: string, fetch: (address: string) => ReturnType<FetchCalendar>): Promise<string> {
  const { status, answer } = await fetch(address);
  if (status >= 300 && status < 400) throw new Error(`it answers ${status}: BOOKING_CALENDARS needs the address that it leads to`);
  if (status !== 200) throw new Error(`it answers ${status}`);
  if (answer.length >= MAX_BYTES) throw new Error(`it is larger than ${MAX_BYTES / 1024 / 1024} MB`);
  return new TextDecoder().decode(answer);
}

function textFrom(busy: readonly Interval[]): string {
  return JSON.stringify(busy.map(({ from, until }) => [from, until]));
}
