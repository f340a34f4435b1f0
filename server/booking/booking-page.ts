import type { FastifyReply } from 'fastify';
import { present } from '../../contract/checked.ts';
import { meetingLine, meetingMarks, meetingParts, offeredZones } from '../../contract/meeting-page.ts';
import { TOKEN_PLACEHOLDER } from '../../contract/page-marks.ts';
import { withPart, type PartLine } from '../http/page-parts.ts';
import type { Placeholders } from '../http/fill-placeholders.ts';
import { sendPrivatePage, type BuiltPage, type Site } from '../http/site.ts';
import type { BookingRow } from '../store/tables/booking-tables.ts';
import { dayShown, weekdayWords, meetingWords, offsetAt, offsetWords, shortMonth, monthsWords, timeOf, zoneWords } from './wall-clock.ts';

type Span = readonly [from: number, until: number];

/** What all pages about a meeting need. `zone` is the time zone that times are shown in. */
export type MeetingPage = {
  site: Site;
  token: string;
  /** First and last of the times that the page shows, or now: the time zones' offsets are those of these times. */
  during: Span;
  zone: string;
  companyZone: string;
  /** Whether the visitor chose no zone: the page then asks the browser for it. */
  unasked: boolean;
  place: string | undefined;
  notice?: { look: 'alert' | 'status'; text: string } | undefined;
  status?: number;
};

/**
 * Shows the free half hours to choose from.
 * @param moving present time of the meeting that is being moved; undefined for a new one
 * @param isConfirmed whether the address was confirmed right before
 */
export function showTimes(
  reply: FastifyReply,
  about: MeetingPage,
  { slots, day: asked, moving, isConfirmed }: { slots: readonly number[]; day: string; moving: number | undefined; isConfirmed: boolean },
): FastifyReply {
  const { zone } = about;
  const does = moving === undefined ? 'book' : 'move';
  const days = Map.groupBy(slots, (at) => dayShown(at, zone));
  const [first] = days.keys();
  if (first === undefined) return send(reply, about, '/verify/meeting-full', { [meetingMarks.does]: does });
  const chosen = days.has(asked) ? asked : first;
  const times = present(days.get(chosen));
  const shown: MeetingPage = { ...about, during: [present(times.at(0)), present(times.at(-1))] };
  let page = pageOf(shown, '/verify/meeting');
  page = withPart(page, meetingParts.task, [{ look: moving !== undefined ? 1 : isConfirmed ? 2 : 0 }]);
  page = withPart(page, meetingParts.day, dayLines(days, chosen));
  page = withPart(page, meetingParts.time, timeLines(times, shown));
  page = withPart(page, meetingParts.zone, zoneLines(shown));
  return send(reply, shown, page, {
    [meetingMarks.does]: does,
    [meetingMarks.chosenDay]: chosen,
    [meetingMarks.chosenDayWords]: weekdayWords(chosen),
    [meetingMarks.span]: monthsWords(first, present([...days.keys()].at(-1))),
    ...(moving !== undefined && { [meetingMarks.when]: meetingWords(moving, zone) }),
  });
}

/** Shows the booked meeting, or the question whether to cancel it. */
export function showMeeting(
  reply: FastifyReply,
  about: MeetingPage,
  { path, booking }: { path: '/verify/meeting-booked' | '/verify/meeting-cancel'; booking: Pick<BookingRow, 'starts_at' | 'sequence'> },
): FastifyReply {
  const { starts_at: at, sequence } = booking;
  const when = (zone: string) => `${meetingWords(at, zone)}, ${zoneWords(zone, at)}`;
  const page = withPart(pageOf({ ...about, during: [at, at] }, path), meetingParts.made, [{ look: sequence === 0 ? 0 : 1 }]);
  return send(reply, about, page, {
    [meetingMarks.when]: when(about.zone),
    [meetingMarks.companyWhen]: when(about.companyZone),
  });
}

/** Shows how to arrange a time by mail, to somebody who has reached the limit of choices. */
export function showTooOften(reply: FastifyReply, about: MeetingPage): FastifyReply {
  return send(reply, { ...about, notice: about.notice?.look === 'alert' ? undefined : about.notice }, '/verify/meeting-often', {});
}

export type LinkFault = 'expired' | 'unknown' | 'unavailable';

const statuses: Readonly<Record<LinkFault, number>> = { expired: 410, unknown: 404, unavailable: 503 };

export function showLinkFault(reply: FastifyReply, site: Site, { fault, token = '' }: { fault: LinkFault; token?: string }): FastifyReply {
  const page = present(site.pages.get(`/verify/meeting-${fault}`));
  return sendPrivatePage(reply, page, statuses[fault], { [TOKEN_PLACEHOLDER]: token });
}

function send(reply: FastifyReply, about: MeetingPage, page: BuiltPage | string, values: Placeholders): FastifyReply {
  const built = typeof page === 'string' ? pageOf(about, page) : page;
  return sendPrivatePage(reply, built, about.status ?? 200, {
    [TOKEN_PLACEHOLDER]: about.token,
    [meetingMarks.zone]: about.zone,
    [meetingMarks.zoneWords]: zoneWords(about.zone, ...about.during),
    [meetingMarks.companyZone]: about.companyZone,
    [meetingMarks.companyZoneWords]: zoneWords(about.companyZone, ...about.during),
    [meetingMarks.unasked]: about.unasked ? about.zone : '',
    ...values,
  });
}

function pageOf({ site, notice, zone, companyZone, during, place }: MeetingPage, path: string): BuiltPage {
  let page = present(site.pages.get(path));
  page = withPart(page, meetingParts.notice, notice === undefined ? [] : [textLine(notice.look === 'alert' ? 0 : 1, notice.text)]);
  const isSame = during.every((at) => offsetAt(at, zone) === offsetAt(at, companyZone));
  page = withPart(page, meetingParts.otherClock, isSame ? [] : [{}]);
  return withPart(page, meetingParts.place, place === undefined ? [] : [textLine(/^https:\/\/\S+$/.test(place) ? 0 : 1, place)]);
}

function textLine(look: number, text: string): PartLine {
  return { look, values: { [meetingLine.text]: text } };
}

const DAY = 24 * 3_600_000;

/** The days as whole weeks from Monday to Sunday, as calendars show them. */
function dayLines(days: ReadonlyMap<string, readonly number[]>, chosen: string): PartLine[] {
  const [from = 0, until = 0] = [present([...days.keys()].at(0)), present([...days.keys()].at(-1))].map((day) => Date.parse(day));
  const monday = (at: number) => at - ((new Date(at).getUTCDay() + 6) % 7) * DAY;
  const lines: PartLine[] = [];
  for (let at = monday(from); at <= monday(until) + 6 * DAY; at += DAY) {
    const day = new Date(at).toISOString().slice(0, 10);
    const free = days.get(day)?.length ?? 0;
    const number = String(Number(day.slice(8)));
    lines.push({
      look: free === 0 ? 2 : day === chosen ? 1 : 0,
      values: {
        [meetingLine.day]: day,
        [meetingLine.number]: number,
        [meetingLine.month]: number === '1' || lines.length === 0 ? shortMonth(day) : '',
        [meetingLine.words]: `${weekdayWords(day)}, ${free} ${free === 1 ? 'time' : 'times'}`,
      },
    });
  }
  return lines;
}

/** The times of a day; where the clocks change between them, each with its offset, as an hour may come twice. */
function timeLines(times: readonly number[], { zone, during: [from, until] }: MeetingPage): PartLine[] {
  const isSame = offsetAt(from, zone) === offsetAt(until, zone);
  return times.map((at) => {
    const time = isSame ? timeOf(at, zone) : `${timeOf(at, zone)} ${offsetWords(zone, at)}`;
    return { values: { [meetingLine.iso]: new Date(at).toISOString(), [meetingLine.time]: time } };
  });
}

/** The choice of time zones, by their offset from UTC; includes the zone shown now and the company's. */
function zoneLines({ zone, companyZone, during }: MeetingPage): PartLine[] {
  const all = [...new Set([...offeredZones, zone, companyZone])];
  const sorted = all.toSorted((one, other) => offsetAt(during[0], one) - offsetAt(during[0], other) || one.localeCompare(other));
  return sorted.map((one) => ({
    look: one === zone ? 0 : 1,
    values: { [meetingLine.zone]: one, [meetingLine.words]: zoneWords(one, ...during) },
  }));
}
