import { sql } from 'kysely';
import { present } from '../../../contract/checked.ts';
import type { LeadSection } from '../../../contract/desk/lead-facts.ts';
import { repeat, type Repeated } from '../../kernel/repeat.ts';
import type { Tx } from '../../store/store.ts';
import { lastSeq } from './lead-index.ts';
import { sectionOf } from '../../leads/lead-columns.ts';

export type ToldChanges = { seq: number; ids: string[]; all: boolean; gone: boolean };

type Asked = {
  section: LeadSection;
  /** Number of the last change that the page knows; undefined: the first answer says where changes begin. */
  since: number | undefined;
  /** Id of a lead whose erasure is reported. */
  watching: string | undefined;
  signal: AbortSignal;
};

export type LeadWatcher = { changes: (asked: Asked) => AsyncGenerator<ToldChanges> };

/** Milliseconds between two looks into the store, which other processes may have changed. */
const BETWEEN_LOOKS = 1000;

type Listener = { hear: (news: LeadChanges, gone: ReadonlySet<string>) => void; watching: string | undefined };

/** Reports to open pages which leads change. There is one for each process: it queries once for all listeners, and not at all while there are none. */
export function createLeadWatcher(db: Tx, { pause = BETWEEN_LOOKS } = {}): LeadWatcher {
  const listeners = new Set<Listener>();
  let looking: { begun: () => Promise<number>; stop: Repeated['stop'] } | undefined;

  function look() {
    /** Number of the last change that was looked at. */
    let head: Promise<number> | undefined;
    const begun = () =>
      (head ??= lastSeq(db).catch((error: unknown) => {
        head = undefined;
        throw error;
      }));
    const round = async () => {
      const watched = [...new Set([...listeners].flatMap(({ watching }) => watching ?? []))];
      const news = await leadChangesSince(db, await begun());
      const gone = await erasedOf(db, watched);
      head = Promise.resolve(news.seq);
      if (news.leads.length > 0 || news.all || gone.size > 0) for (const { hear } of listeners) hear(news, gone);
    };
    // A store that is down is logged elsewhere; its changes are reported once it answers.
    const { stop } = repeat(round, { every: pause, report: () => undefined });
    return { begun, stop };
  }

  return {
    async *changes({ section, since, watching, signal }) {
      const heard = createInbox(section, watching);
      listeners.add(heard);
      signal.addEventListener('abort', heard.wake, { once: true });
      try {
        looking ??= look();
        // Before the starting point is read: a change between the two is then found by the next look.
        await looking.begun();
        const first = since === undefined ? { seq: await lastSeq(db), leads: [], all: false } : await leadChangesSince(db, since);
        heard.begin(first);
        for (let isFirst = since === undefined; !signal.aborted; isFirst = false) {
          const news = heard.take();
          if (isFirst || isWorthTelling(news)) yield news;
          if (!signal.aborted) await heard.more();
        }
      } finally {
        signal.removeEventListener('abort', heard.wake);
        listeners.delete(heard);
        if (listeners.size === 0) looking = void looking?.stop();
      }
    },
  };
}

function isWorthTelling({ ids, all, gone }: ToldChanges): boolean {
  return ids.length > 0 || all || gone;
}

/** @returns those of the leads that no longer exist */
async function erasedOf(db: Tx, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const there = await db.selectFrom('leads').select('id').where('id', 'in', ids).execute();
  const known = new Set(there.map(({ id }) => id));
  return new Set(ids.filter((id) => !known.has(id)));
}

/** Changes that one listener has not read yet: at most as many as one answer holds. */
function createInbox(section: LeadSection, watching: string | undefined) {
  let news: ToldChanges = { seq: 0, ids: [], all: false, gone: false };
  let isGone = false;
  // Number of the listener's starting point, which includes all changes up to it.
  let begun = 0;
  let wake = (): void => undefined;
  let woken = new Promise<void>((resolve) => (wake = resolve));
  const add = ({ seq, leads, all }: LeadChanges, isGoneNow: boolean): void => {
    const ids = [...new Set([...news.ids, ...leads.flatMap((lead) => (lead.section === section ? [lead.id] : []))])];
    const isAll = all || news.all || ids.length > MOST_TOLD;
    news = { seq: all ? seq : Math.max(seq, news.seq), ids: isAll ? [] : ids, all: isAll, gone: news.gone || isGoneNow };
    wake();
  };
  return {
    watching,
    wake: () => wake(),
    begin(first: LeadChanges) {
      begun = first.seq;
      add(first, false);
    },
    hear(changes: LeadChanges, gone: ReadonlySet<string>) {
      const isNewlyGone = !isGone && watching !== undefined && gone.has(watching);
      isGone ||= isNewlyGone;
      add(changes.all || changes.seq > begun ? changes : { ...changes, leads: [] }, isNewlyGone);
    },
    take(): ToldChanges {
      const taken = news;
      news = { ...taken, ids: [], all: false, gone: false };
      woken = new Promise<void>((resolve) => (wake = resolve));
      return taken;
    },
    more: () => woken,
  };
}

export type LeadChanges = {
  /** `since` of the next call. */
  seq: number;
  /** Leads that were added or changed, each once, the latest last. */
  leads: { id: string; section: LeadSection }[];
  /** There are too many changes to list, or `since` is not from this store: the page has to read its list anew. */
  all: boolean;
};

/** Changed leads that one answer lists at most. */
export const MOST_TOLD = 200;

/** What has changed after the change with number `since`, on any server. Erasures are not included. */
export async function leadChangesSince(db: Tx, since: number): Promise<LeadChanges> {
  const rows = await leadsChangedSince(db, since).execute();
  const leads = rows.map(({ lead_id: id, kind }) => ({ id, section: sectionOf(kind) }));
  if (rows.length <= MOST_TOLD && rows.length > 0) return { seq: present(rows.at(-1)).seq, leads, all: false };
  const seq = await lastSeq(db);
  if (rows.length > MOST_TOLD || seq < since) return { seq, leads: [], all: true };
  // A change with a higher number may have come since the first query: the next call returns it.
  return { seq: since, leads: [], all: false };
}

/** `seq > 0` is the condition of the partial index: SQLite uses the index only if the query has it, too. */
export function leadsChangedSince(db: Tx, since: number) {
  return db
    .selectFrom('lead_index')
    .select(['seq', 'lead_id', 'kind'])
    .where('seq', '>', Math.max(0, since))
    .where(sql<boolean>`seq > 0`)
    .orderBy('seq')
    .limit(MOST_TOLD + 1);
}
