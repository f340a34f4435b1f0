import type { Settings } from '../../settings/settings.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

export type CountWindow = { ms: number; capacity: (settings: Settings) => number };

export type Pot = {
  /** The capacity for all senders together, in each of these windows. */
  windows: readonly CountWindow[];
  /** Fraction of the capacity that is the share of one client, or of one recipient domain. Wider networks have a multiple of it. */
  share: number;
  /** Lower bound of a share, however small the pot. */
  least: number;
  /** Whether recipient domains have shares, too. Not for pots that refuse requests: anybody can write a company's address into a form. */
  byDomain?: true;
};

/**
 * Capacities that all senders share. A new pot needs an entry here and a call of `use` where it is used.
 * - `forms` counts submitted forms. It decides when their first mails leave, and how staff are notified.
 * - `confirmed` counts uses of links in mails. It decides how staff are notified of what was confirmed.
 * - `uploads` and `stored` count KB, of CVs and of typed text.
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

/** How much of its share a sender has used, in percent: the highest value among its networks and the recipient's domain. Null if it was not counted. */
export type Load = number | null;

/** `calm`: a first or rare sender. `slow`: a sender that has used its whole share. */
export type ShareLane = 'calm' | 'fair' | 'slow';

export function laneOf(load: Load): ShareLane {
  if (load === null || load <= 5) return 'calm';
  return load <= 100 ? 'fair' : 'slow';
}

/**
 * Fraction of a pot up to which a sender of the lane is served at once. Senders beyond their share are served while the pot is mostly unused; the
 * last part is only for `calm` senders.
 */
export const openTo: Readonly<Record<ShareLane, number>> = { slow: 0.4, fair: 0.8, calm: 1 };

/** How much of a pot's capacity is open to a sender with this load. */
export function placesFor(load: Load, capacity: number): number {
  return Math.ceil(capacity * openTo[laneOf(load)]);
}
