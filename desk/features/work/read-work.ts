import type { EventKind } from '../../../contract/desk/event-names.ts';
import type { DeskLeadEvent } from '../../../contract/desk/lead-facts.ts';
import { fieldNames, fieldOf } from '../../../contract/desk/staff-fields.ts';

/** What the user had read of a lead when they started to act. `entry`: the latest entry of its history; null if it was empty. */
export type ReadWork = { version: number; entry: string | null };

type Page = { version: number; timeline: readonly DeskLeadEvent[] };

/** Kinds of entries that may make an answer outdated. */
const RELEVANT: ReadonlySet<string> = new Set<EventKind>([
  ...fieldNames.flatMap((name) => (fieldOf(name).kind === 'score' ? [] : ((fieldOf(name).event as EventKind | undefined) ?? []))),
  'answered',
  'mail written',
  'mail noted',
  'meeting booked',
  'meeting moved',
  'meeting cancelled',
]);

export function readLeadWork({ version, timeline }: Page): ReadWork {
  return { version, entry: timeline.at(-1)?.id ?? null };
}

/** @returns what others did since, the earliest first, without what `me` did */
export function doneSince(page: Page, read: ReadWork, me: string): DeskLeadEvent[] {
  return since(page, read).filter(({ actor }) => actor !== me);
}

/** @returns the version to send: the one that was read, or the current one if only `me` has changed it since */
export function versionRead(page: Page, read: ReadWork, me: string): number {
  const mine = since(page, read).filter(({ actor }) => actor === me).length;
  return page.version - read.version <= mine ? page.version : read.version;
}

function since({ timeline }: Page, { entry }: ReadWork): DeskLeadEvent[] {
  const last = timeline.findIndex(({ id }) => id === entry);
  if (entry !== null && last === -1) return [];
  return timeline.slice(last + 1).filter(({ kind }) => RELEVANT.has(kind));
}
