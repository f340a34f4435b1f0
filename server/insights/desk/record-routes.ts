import * as calls from '../../../contract/calls/desk/figure-calls.ts';
import { elementAt, present } from '../../../contract/checked.ts';
import { disclosureNoteKeys } from '../../../contract/figures/disclosure.ts';
import { factsheetPath } from '../../../contract/report-files.ts';
import type { HttpContext } from '../../http/http-context.ts';
import { HttpRefusal } from '../../http/desk-answers.ts';
import type { DeskRoute, StaffCaller } from '../../http/desk-route.ts';
import type { ReportingDates } from '../../../contract/figures/reporting-date.ts';
import { currentReporting } from '../reporting/reporting-dates.ts';
import type { Tx } from '../../store/store.ts';
import type { Notes } from '../import/record-file.ts';
import type { FileReaders } from '../import/record-thread.ts';
import { missingFields } from '../../../contract/figures/disclosure.ts';
import { shownCard } from '../figures/portfolio-detail.ts';
import { isUnderOneYear, reviewDraft, reviewOf, type Review } from '../records/publication-review.ts';
import {
  findDraft,
  isOwn,
  publishDraft,
  publishedDetail,
  revertTo,
  staleness,
  type NotPublished,
  type Publisher,
  SHORT,
} from '../records/publish.ts';
import { closeDraft, listDrafts, readDraftRecord, type RecordDraft } from '../records/record-drafts.ts';
import { latestVersion, listVersions, readableRecord, readStoredRecord, type Version } from '../records/records.ts';
import { removalRoute, unexplained } from './removal-route.ts';
import { samplesRoute } from './samples-route.ts';
import { plainFaults, recordContent } from './record-upload.ts';
import { differencesOf, draftFacts, undisclosedWords, versionFacts } from './record-facts.ts';

type RecordsContext = Pick<HttpContext, 'store' | 'settings' | 'now'> & FileReaders;

export function recordRoutes(route: DeskRoute, context: RecordsContext): void {
  readingRoutes(route, context);
  draftRoutes(route, context);
  publishingRoutes(route, context);
}

function readingRoutes(route: DeskRoute, context: RecordsContext): void {
  const { store, settings } = context;
  const fourEyes = settings.FOUR_EYES === 'on';
  const riskFree = settings.RISK_FREE_RATE;

  route(calls.listFiguresCall, async () => {
    const [latest, drafts] = [await everyLatest(store.db), await listDrafts(store.db)];
    const ids = [...new Set([...latest.keys(), ...drafts.map(({ id }) => id)])].sort();
    const portfolios = ids.map((id) =>
      portfolioFacts(
        id,
        latest.get(id),
        drafts.filter((draft) => draft.id === id),
      ),
    );
    return { portfolios, fourEyes };
  });

  route(calls.readFigures, async (_who, { id }) => {
    const [versions, drafts] = [await listVersions(store.db, id), await listDrafts(store.db, id)];
    const [latest] = versions;
    if (latest === undefined && drafts.length === 0) return missing('There is no such portfolio.');
    const isShown = latest !== undefined && latest.removedAt === undefined;
    const card = isShown ? await publicCard(context, latest, (await currentReporting(store.db)).dates) : null;
    const factsheet = card === null ? null : (settings.API_URL ?? settings.PUBLIC_URL) + factsheetPath(id);
    return { ...portfolioFacts(id, latest, drafts), versions: versions.map(versionFacts), card, factsheet, fourEyes };
  });

  route(calls.compareFigures, async (_who, { id, from, to }) => {
    const versions = await listVersions(store.db, id);
    const [before, after] = [from, to].map((number) => versions.find(({ version }) => version === number));
    if (before === undefined || after === undefined) return missing('There is no such version.');
    const record = await readStoredRecord(store.db, after);
    return { differences: differencesOf(await reviewOf(store.db, { ...after, record }, before), riskFree) };
  });

  route(calls.saveFigures, async (_who, { id, version }) => {
    const found = (await listVersions(store.db, id)).find((one) => one.version === Number(version));
    if (found === undefined) return missing('There is no such version.');
    const { writeFile } = await import('../import/write-record.ts');
    const bytes = Buffer.from(writeFile({ ...found, record: await readStoredRecord(store.db, found) }));
    return { type: 'text/csv; charset=utf-8', name: `${id}-version-${version}.csv`, bytes: bytes.length, content: once(bytes) };
  });
}

/** The card on the site; null when the stored record cannot be read, and so is not on the site. */
async function publicCard({ store, settings }: RecordsContext, version: Version, dates: ReportingDates) {
  const record = await readableRecord(store.db, version);
  return record === undefined ? null : shownCard({ ...version, record }, dates, settings.RISK_FREE_RATE);
}

function draftRoutes(route: DeskRoute, context: RecordsContext): void {
  const { store, settings, now } = context;
  const fourEyes = settings.FOUR_EYES === 'on';
  const riskFree = settings.RISK_FREE_RATE;
  const oneAtATime = createTurnOf();

  route(calls.draftFigures, async (who, { how, disclosure = {}, ...given }, { files }) => {
    const content = recordContent(files.file);
    if (content instanceof HttpRefusal) return content;
    const file = {
      content,
      name: present(files.file).name,
      how,
      given: withoutEmpty({ ...given, ...knownIn(disclosure) }),
      reason: undefined,
      draftedBy: who.accountId,
    };
    const { draftFromFile } = await import('../records/draft-from-file.ts');
    const made = await oneAtATime(who.accountId, () => draftFromFile(store, file, now(), context));
    if (made === undefined)
      return new HttpRefusal(409, { detail: 'Another file of yours is being read. Send this one when that is done.' });
    if (made.outcome === 'draft') {
      const { id, draft } = made.draft;
      await who.record(store.db, { subject: { kind: 'portfolio', id }, detail: { draft } });
      return { outcome: 'draft' as const, id, draft };
    }
    await who.record(store.db, { detail: { outcome: made.outcome } });
    return made.outcome === 'same' ? made : { outcome: 'refused' as const, ...plainFaults(made) };
  });

  route(calls.readFigureDraft, async (who, { id, draft: number }) => {
    const draft = await findDraft(store.db, id, Number(number));
    if ('ok' in draft) return missing('This draft was published or discarded.');
    const latest = await latestVersion(store.db, id);
    const review = await reviewDraft(store.db, draft);
    const record = await readDraftRecord(store.db, draft);
    const isShown = latest !== undefined && latest.removedAt === undefined;
    const { dates } = await currentReporting(store.db);
    return {
      id,
      name: draft.about.name,
      draft: draftFacts(draft, latest),
      differences: differencesOf(review, riskFree),
      card: shownCard({ ...draft, sample: false, version: (latest?.version ?? 0) + 1, record }, dates, riskFree),
      cardBefore: isShown ? await publicCard(context, latest, dates) : null,
      short: isUnderOneYear(review.candidate) ? (settings.SHORT_RECORDS ?? '') : null,
      outdated: staleness(draft, latest) === undefined ? null : staleWords,
      own: isOwn(draft, { account: who.accountId, fourEyes }),
    };
  });

  route(calls.discardFigures, async (who, { id, draft }) =>
    store.begin(async (tx) => {
      const found = await findDraft(tx, id, Number(draft));
      if ('ok' in found || !(await closeDraft(tx, found, now()))) return missing('This draft was published or discarded.');
      await who.record(tx, { subject: { kind: 'portfolio', id }, detail: { draft: Number(draft) } });
      return {};
    }),
  );
}

/** Allows each account to have one file read at a time: reading takes a thread and its memory. @returns undefined when another is being read */
function createTurnOf() {
  const reading = new Set<string>();
  return async <Result>(account: string, read: () => Promise<Result>): Promise<Result | undefined> => {
    if (reading.has(account)) return undefined;
    reading.add(account);
    return read().finally(() => reading.delete(account));
  };
}

function publishingRoutes(route: DeskRoute, context: RecordsContext): void {
  const { store, settings, now } = context;
  const publisher = (who: StaffCaller, id: string, detail: Record<string, number | string>): Publisher => ({
    account: who.accountId,
    fourEyes: settings.FOUR_EYES === 'on',
    record: (tx, made) => who.record(tx, { subject: { kind: 'portfolio', id }, detail: publishedDetail(detail, made) }),
  });

  route(calls.publishFigures, async (who, { id, draft, reason, confirm }) => {
    const number = Number(draft);
    const by = publisher(who, id, { draft: number });
    const outcome = await publishDraft(
      store,
      { id, number, at: now(), by, shortRecords: settings.SHORT_RECORDS },
      { reason, confirmed: confirm },
    );
    if (!outcome.ok && outcome.cause === 'own draft') {
      const own = { subject: { kind: 'portfolio', id }, detail: { draft: number, outcome: 'own draft' } };
      await who.record(store.db, own);
    }
    return outcome.ok ? { version: outcome.version } : refused(outcome);
  });

  route(calls.revertFigures, async (who, { id, version, seen, reason }) => {
    if (reason === undefined && settings.FOUR_EYES === 'on') return unexplained();
    const by = publisher(who, id, { equals: version, ...(reason !== undefined && { reason }) });
    const outcome = await revertTo(store, { id, number: version, at: now(), by, seen }, reason);
    if (!outcome.ok) return refused(outcome);
    return { version: null, draft: null, ...('draft' in outcome ? { draft: outcome.draft } : { version: outcome.version }) };
  });

  removalRoute(route, context);
  samplesRoute(route, context);
}

const staleWords =
  'Something else was published, or the portfolio was taken off the site, since this draft was made. Upload the file again to see what it would change now.';

function refused(outcome: NotPublished): HttpRefusal {
  switch (outcome.cause) {
    case 'missing':
      return missing('This was published or discarded meanwhile.');
    case 'stale':
      return new HttpRefusal(409, { detail: staleWords });
    case 'same':
      return new HttpRefusal(409, { detail: 'The site shows exactly this already.' });
    case 'sample':
      return new HttpRefusal(409, { detail: 'That version is sample data: with FOUR_EYES it does not come back.' });
    case 'undisclosed':
      return new HttpRefusal(409, { detail: undisclosedWords(outcome.missing) });
    case 'short':
      return new HttpRefusal(409, { detail: `Not published: ${SHORT}.` });
    case 'own draft':
      return new HttpRefusal(403, { detail: 'You uploaded this draft: somebody else publishes it.' });
    case 'approval':
      return new HttpRefusal(422, {
        errors: {
          ...(outcome.lacks.includes('reason') && { reason: REASON }),
          ...(outcome.lacks.includes('outliers') && { confirm: outlierWords(outcome.review) }),
        },
      });
  }
}

const REASON = 'It changes figures that were public: say why';

function outlierWords(review: Review): string {
  const count = review.outliers.length;
  return count === 1 ? 'Look at the outlier, and confirm it' : `Look at each of the ${count} outliers, and confirm them`;
}

function portfolioFacts(id: string, latest: Version | undefined, drafts: readonly RecordDraft[]) {
  const { group, about } = latest ?? elementAt(drafts, 0);
  return {
    id,
    group,
    name: about.name,
    sample: latest?.sample ?? false,
    removed:
      latest?.removedAt === undefined ? null : { at: latest.removedAt, by: latest.removedBy ?? null, reason: latest.removedReason ?? null },
    removalAsked: latest?.removalAsked ?? null,
    undisclosed: latest !== undefined && latest.removedAt === undefined && missingFields(about.disclosure, about).length > 0,
    current: latest === undefined ? null : versionFacts(latest),
    drafts: drafts.map((draft) => draftFacts(draft, latest)),
  };
}

/** The latest version of every portfolio, including those taken off the site. */
async function everyLatest(db: Tx): Promise<ReadonlyMap<string, Version>> {
  const ids = await db.selectFrom('portfolios').select('id').execute();
  const versions = await Promise.all(ids.map(({ id }) => latestVersion(db, id)));
  return new Map(versions.flatMap((one) => (one === undefined ? [] : [[one.id, one] as const])));
}

function withoutEmpty<Given extends object>(given: Given): Given {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined && value !== '')) as Given;
}

function knownIn(disclosure: Readonly<Record<string, string>>): Notes {
  return Object.fromEntries(disclosureNoteKeys.map((key) => [key, disclosure[key]]));
}

async function* once(bytes: Uint8Array): AsyncIterable<Uint8Array> {
  yield bytes;
}

function missing(detail: string): HttpRefusal {
  return new HttpRefusal(404, { detail });
}
