import { elementAt, present } from '../../contract/checked.ts';
import { MONTHS } from '../../contract/figures/format.ts';
import { offsetAt } from './wall-clock.ts';

/** '2026-11-24': the date in a time zone. */
export function dayShown(at: number, zone: string): string {
  return new Date(at + offsetAt(at, zone)).toISOString().slice(0, 10);
}

/** The time of day in a zone: '09:30'. */
export function timeOf(at: number, zone: string): string {
  return new Date(at + offsetAt(at, zone)).toISOString().slice(11, 16);
}

/** A day in words: 'Tuesday 24 November'. */
export function weekdayWords(day: string): string {
  return `${elementAt(WEEKDAYS, new Date(day).getUTCDay())} ${Number(day.slice(8))} ${monthOf(day)}`;
}

/** A day and time in a zone in words: 'Tuesday 24 November at 09:30'. */
export function meetingWords(at: number, zone: string): string {
  return `${weekdayWords(dayShown(at, zone))} at ${timeOf(at, zone)}`;
}

/** The month of a day: 'Nov'. */
export function shortMonth(day: string): string {
  return monthOf(day).slice(0, 3);
}

/** The months of two days: 'November 2026', or 'November and December 2026'. */
export function monthsWords(from: string, until: string): string {
  const [first, last] = [from, until].map(monthOf);
  const [year, later] = [from.slice(0, 4), until.slice(0, 4)];
  if (year !== later) return `${first} ${year} and ${last} ${later}`;
  return first === last ? `${first} ${year}` : `${first} and ${last} ${year}`;
}

/** 'Rome (GMT+1)': a time zone and its offset from UTC at a time. */
export function zoneWords(zone: string, at: number): string {
  const minutes = Math.round(offsetAt(at, zone) / 60_000);
  if (zone === 'UTC') return 'UTC';
  const sign = minutes < 0 ? '−' : '+';
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  const offset = minutes === 0 ? 'GMT' : `GMT${sign}${hours}${rest === 0 ? '' : `:${String(rest).padStart(2, '0')}`}`;
  return `${present(zone.split('/').at(-1)).replaceAll('_', ' ')} (${offset})`;
}

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

function monthOf(day: string): string {
  return elementAt(MONTHS, Number(day.slice(5, 7)) - 1);
}
