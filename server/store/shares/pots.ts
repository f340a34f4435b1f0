import type { Settings } from '../../settings/settings.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

export type CountWindow = { ms: number; capacity: (settings: Settings) => number };

export type Pot = {
  /** What there is for everybody together, in so many milliseconds. */
  windows: readonly CountWindow[];
  /** The part of it that is one client's share, and one unknown domain's. Wider networks have some times as much. */
  share: number;
  /** A share is no smaller than this, however small the pot. */
  least: number;
  /** Whether it is a recipient's domain's, too. Where more is refused it is not: anybody can write a company's address into a form. */
  byDomain?: true;
};

/**
 * What everybody has in common, a row each; what one more of them costs is this row and a call of `use` where it is used.
 * - `forms`, one for each that is sent, decides when its first mails leave, and how staff are told.
 * - `confirmed`, one for each press of a link in a mail, decides how staff are told of what it confirms.
 * - `uploads` and `stored` are in KB: CVs, and what is typed.
 */
export const pots = {
  forms: {
    windows: [
      { ms: HOUR, capacity: (settings) => settings.FIRST_MAILS_PER_HOUR },
      { ms: DAY, capacity: (settings) => settings.FIRST_MAILS_PER_DAY },
    ],
    share: 0.12,
    least: 20,
    byDomain: true,
  },
  confirmed: {
    windows: [
      { ms: HOUR, capacity: (settings) => settings.FIRST_MAILS_PER_HOUR },
      { ms: DAY, capacity: (settings) => settings.FIRST_MAILS_PER_DAY },
    ],
    share: 0.12,
    least: 20,
  },
  uploads: { windows: [{ ms: DAY, capacity: (settings) => settings.UPLOADS_MB_PER_DAY * 1000 }], share: 0.1, least: 60_000 },
  stored: { windows: [{ ms: DAY, capacity: () => 200_000 }], share: 0.1, least: 20_000 },
} satisfies Readonly<Record<string, Pot>>;

export type PotName = keyof typeof pots;

/**
 * How much of its share somebody has used, in percent, by the network or domain of theirs that has used most of its own. Null where nobody
 * counted: before this was, or with RATE_LIMIT=off.
 */
export type Load = number | null;

/** `calm` is who asks for the first time or rarely, `slow` who has had a whole share. */
export type Lane = 'calm' | 'fair' | 'slow';

export function laneOf(load: Load): Lane {
  if (load === null || load <= 5) return 'calm';
  return load <= 100 ? 'fair' : 'slow';
}

/**
 * The part of a pot that must not be used up yet for one more of a lane. Whoever has had their share goes on while others leave most of the pot,
 * and the last part is for calm traffic alone.
 */
export const openTo: Readonly<Record<Lane, number>> = { slow: 0.4, fair: 0.8, calm: 1 };

/** How many of a pot's places are open to one more with this load. */
export function placesFor(load: Load, capacity: number): number {
  return Math.ceil(capacity * openTo[laneOf(load)]);
}
