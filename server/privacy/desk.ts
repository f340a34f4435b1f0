import * as calls from '../../contract/calls/desk/privacy-calls.ts';
import type { HttpContext } from '../http/http-context.ts';
import { HttpRefusal } from '../http/desk-answers.ts';
import type { DeskRoute, StaffCaller } from '../http/desk-route.ts';
import { findLead } from '../leads/lead-repository.ts';
import { exactKey } from '../kernel/address.ts';
import { writeErasureList, listErasures } from './erasure-list.ts';
import type { OnErased } from './erase-subject.ts';
import { logPrivacy } from './privacy-log.ts';
import { scrubHere, type Scrub } from './scrub-thread.ts';
import { subjectOf, type Subject } from './subject.ts';
import { findMentions } from './address-mentions.ts';

type PrivacyContext = Pick<HttpContext, 'store' | 'files' | 'settings' | 'now'> & {
  onErased: OnErased;
  /** Default: in the server's own thread. */
  scrub?: Scrub;
};

/** What finds, gives out and erases data: loaded when it is first asked for, as few ever ask. */
const traced = () => import('./traces.ts');

/** The desk's calls that show, export and erase a person's data from the page of a request, as `npm run privacy` does. */
export function privacyRoutes(route: DeskRoute, context: PrivacyContext): void {
  heldRoutes(route, context);
  const { store, files, settings, now, onErased, scrub = scrubHere(store) } = context;

  route(calls.erasePersonCall, async (who, { id, spelling, address, staffMentions }) => {
    const meant = await personOf(context, id, spelling);
    if (meant === undefined) return missing();
    if (exactKey(address) !== exactKey(meant.address))
      return new HttpRefusal(422, { errors: { address: 'This is not the address that is to be erased' } });
    // Checks that the files belong to this store before any is removed.
    const { eraseSubject, JobsRun } = await import('./erase-subject.ts');
    const { findTraces } = await traced();
    const traces = await findTraces({ db: store.db, dataDir: settings.DATA_DIR }, meant.subject);
    if (traces.rows.files.length > 0) await files.checkOwner();
    try {
      const parts = { store, files, dataDir: settings.DATA_DIR, now, onErased };
      const { counts, filesLeft } = await eraseSubject(parts, meant.subject, { actor: actorOf(who), action: 'erase', staffMentions });
      await who.record(store.db, { subject: { kind: 'lead', id }, detail: { requests: counts['leads'] ?? 0 } });
      await writeErasureList(settings.DATA_DIR, await listErasures(store.db));
      await scrub();
      return { filesLeft, mentions: await findMentions(store.db, meant.subject) };
    } catch (error) {
      if (!(error instanceof JobsRun)) throw error;
      return new HttpRefusal(409, { detail: `${error.message}. What was queued is gone, the rest is there: try again in a minute.` });
    }
  });
}

function heldRoutes(route: DeskRoute, context: PrivacyContext): void {
  const { store, files, settings, now } = context;
  const tracesOf = async (subject: Subject) => (await traced()).findTraces({ db: store.db, dataDir: settings.DATA_DIR }, subject);

  route(calls.readHeldData, async (who, { id, spelling }) => {
    const meant = await personOf(context, id, spelling);
    if (meant === undefined) return missing();
    const { heldWords, traceCounts } = await traced();
    const { findLinked } = await import('../work/people/same-person.ts');
    const traces = await tracesOf(meant.subject);
    await who.record(store.db, { subject: { kind: 'lead', id }, detail: { spelling } });
    return {
      address: meant.address,
      others: meant.others,
      linked: await findLinked(store.db, meant.subject.mailbox),
      held: Object.entries(traceCounts(traces)).map(([name, count]) => ({ what: heldWords[name] ?? name, count })),
      lists: traces.mails.filter((mail) => mail.shared).length,
      mentions: await findMentions(store.db, meant.subject),
    };
  });

  route(calls.exportPersonCall, async (who, { id, spelling }) => {
    const meant = await personOf(context, id, spelling);
    if (meant === undefined) return missing();
    const { traceCounts } = await traced();
    const { exportPieces } = await import('./export-archive.ts');
    const traces = await tracesOf(meant.subject);
    await logPrivacy(store.db, { action: 'export', actor: actorOf(who), at: now(), counts: traceCounts(traces) });
    await who.record(store.db, { subject: { kind: 'lead', id } });
    const content = exportPieces(traces, { address: meant.address, spellings: meant.spellings, at: now() }, files);
    return { type: 'application/zip', name: 'stored-data.zip', bytes: undefined, content };
  });
}

type Person = { address: string; subject: Subject; spellings: string[]; others: { address: string; requests: number }[] };

async function personOf({ store }: PrivacyContext, id: string, spelling: 'this' | 'all'): Promise<Person | undefined> {
  const lead = await findLead(store.db, id);
  if (lead === undefined) return undefined;
  const { email: address } = lead;
  const { findSpellings } = await traced();
  const found = [...(await findSpellings(store.db, address))];
  const others = found
    .filter(([other]) => exactKey(other) !== exactKey(address))
    .map(([other, requests]) => ({ address: other, requests }));
  // When only one spelling of the address is known, the whole mailbox is meant.
  const isAll = spelling === 'all' || others.length === 0;
  const own = found.map(([one]) => one).filter((one) => isAll || exactKey(one) === exactKey(address));
  return { address, subject: subjectOf(address, isAll ? 'mailbox' : 'address'), spellings: own, others };
}

function actorOf({ name, accountId }: StaffCaller): string {
  return `${name} at the desk (${accountId})`;
}

function missing(): HttpRefusal {
  return new HttpRefusal(404, { detail: 'This is not here any more: it may have been erased.' });
}
