import * as calls from '../../../contract/calls/desk/paper-calls.ts';
import type { CallFiles } from '../../../contract/calls/desk/call.ts';
import { present } from '../../../contract/checked.ts';
import { createPdfCheck } from '../../../contract/forms/pdf.ts';
import type { HttpContext } from '../../http/http-context.ts';
import { HttpRefusal, type SentFile } from '../../http/desk-answers.ts';
import type { DeskRoute } from '../../http/desk-route.ts';
import { discardPaperDraft, listPaperDrafts, publishPaperDraft, readPaperPart, savePaperDraft } from '../papers/paper-drafts.ts';
import { findPaper, imageType, isPdf, listPapers, paperId } from '../papers/papers.ts';
import { countPaperRequests } from '../../work/overview/paper-requests.ts';
import { decideRemoval } from '../removals/decide-removal.ts';
import { lockPaper, removablePaper } from '../removals/paper-removals.ts';
import { remover, removalRefusal, request, unexplained } from './removal-route.ts';
import { createSlices } from '../../kernel/slices.ts';
import { listPortfolios } from '../records/records.ts';

type PapersContext = Pick<HttpContext, 'store' | 'settings' | 'now'>;

export function deskPaperRoutes(route: DeskRoute, context: PapersContext): void {
  listRoutes(route, context);
  draftRoutes(route, context);
  publicRoutes(route, context);
}

function listRoutes(route: DeskRoute, { store, settings }: PapersContext): void {
  const fourEyes = settings.FOUR_EYES === 'on';

  route(calls.listPapersCall, async (who) => {
    const [papers, drafts] = [await listPapers(store.db), await listPaperDrafts(store.db)];
    const requests = await countPaperRequests(
      store.db,
      papers.map(({ id }) => id),
    );
    const added = new Map(papers.map(({ id, addedAt }) => [id, addedAt]));
    return {
      papers: papers.map(({ date, portfolios = [], img, webViewLink, removalAsked, ...rest }) => ({
        ...rest,
        hasImage: img !== null,
        address: webViewLink,
        date: date ?? null,
        portfolios: [...portfolios],
        removalAsked: removalAsked ?? null,
        requests: present(requests.get(rest.id)),
      })),
      drafts: drafts.map((one) => ({
        id: one.paper_id,
        draft: one.draft,
        name: one.name,
        descr: one.descr,
        date: one.dated,
        portfolios: [...one.portfolios],
        size: one.pdf_size,
        hasImage: one.image_type !== null,
        first: one.first,
        createdAt: one.created_at,
        draftedBy: one.drafted_by,
        replaces: added.has(one.paper_id),
        outdated: (added.get(one.paper_id) ?? null) !== one.base_added_at,
        own: fourEyes && one.drafted_by === who.accountId,
      })),
      portfolios: (await listPortfolios(store.db)).map(({ id, about }) => ({ id, name: about.shortName })),
      fourEyes,
    };
  });

  route(calls.openPaper, async (_who, { id, state, part }) => {
    const found = await readPaperPart(store.db, { id, state, part });
    if (found === undefined) return missing('There is no such file.');
    return { type: found.type, name: found.name, bytes: found.bytes.length, content: once(found.bytes) };
  });
}

function draftRoutes(route: DeskRoute, { store, now }: PapersContext): void {
  route(calls.draftPaper, async (who, { name, descr, date, portfolios, first, ...given }, { files }) => {
    const faults = await fileFaults(files);
    if (Object.keys(faults).length > 0) return invalid(faults);
    const title = name.replace(/\.pdf$/i, '').trim();
    const id = given.id ?? paperId(title);
    if (!/^[a-z0-9][a-z0-9-]{0,56}$/.test(id)) return invalid({ name: 'The title needs a letter or a digit' });
    return store.begin(async (tx) => {
      if (given.id === undefined && (await findPaper(tx, id)) !== undefined)
        return invalid({ name: 'There is a paper of this title: change that one, or choose another title' });
      const words = { id, name: `${title}.pdf`, descr, date, portfolios, first };
      const bytes = { pdf: files.pdf?.bytes, image: files.image?.bytes };
      const draft = await savePaperDraft(tx, { ...words, ...bytes, draftedBy: who.accountId, at: now() });
      if (draft === undefined) return invalid({ pdf: 'Choose the PDF' });
      await who.record(tx, { subject: { kind: 'paper', id }, detail: { draft } });
      return { id, draft };
    });
  });

  route(calls.discardPaper, async (who, { id, draft }) =>
    store.begin(async (tx) => {
      if (!(await discardPaperDraft(tx, id, draft))) return missing('This draft was published, discarded or replaced.');
      await who.record(tx, { subject: { kind: 'paper', id } });
      return {};
    }),
  );
}

function publicRoutes(route: DeskRoute, context: PapersContext): void {
  const { store, settings, now } = context;
  const fourEyes = settings.FOUR_EYES === 'on';

  route(calls.publishPaper, async (who, { id, draft }) =>
    store.begin(async (tx) => {
      const refusal = await publishPaperDraft(tx, { id, draft, at: now() }, { account: who.accountId, fourEyes });
      if (refusal === 'missing') return missing('This draft was published or discarded.');
      if (refusal === 'own draft') {
        await who.record(tx, { subject: { kind: 'paper', id }, detail: { outcome: refusal } });
        return new HttpRefusal(403, { detail: 'You uploaded this draft: somebody else publishes it.' });
      }
      if (refusal === 'stale') return changedMeanwhile();
      await who.record(tx, { subject: { kind: 'paper', id } });
      return {};
    }),
  );

  route(calls.withdrawPaper, async (who, { id, seen, ...asked }) => {
    if (fourEyes && asked.reason === undefined && asked.decision === undefined) return unexplained();
    return store.begin(async (tx) => {
      await lockPaper(tx, id);
      const paper = await findPaper(tx, id);
      if (paper === undefined) return missing('There is no such paper.');
      if (seen !== undefined && paper.addedAt !== seen) return changedMeanwhile();
      const by = remover(who, tx, context, { subject: { kind: 'paper', id } });
      const outcome = await decideRemoval(removablePaper(tx, paper), by, request(asked));
      return removalRefusal(outcome) ?? { withdrawn: outcome === 'removed' };
    });
  });
}

const pdfFaults = {
  empty: 'The file is empty',
  missing: 'Choose the PDF',
  type: 'This is not a PDF',
  size: 'The PDF is larger than 15 MB',
  protected: 'The PDF is protected: save it without a password, and choose that file',
} as const;

/** Bytes that are checked in one step, which takes some milliseconds. */
const PIECE = 64 * 1024;

async function fileFaults({ pdf, image }: CallFiles<typeof calls.draftPaper, SentFile>): Promise<Record<string, string>> {
  const faults: Record<string, string> = {};
  if (pdf !== undefined) {
    const check = createPdfCheck(calls.paperFileBytes.pdf);
    const slice = createSlices();
    for (let at = 0; at < pdf.bytes.length; at += PIECE) {
      check.push(pdf.bytes.subarray(at, at + PIECE));
      await slice();
    }
    const fault = check.fault() ?? (isPdf(pdf.bytes) ? undefined : 'type');
    if (fault !== undefined) faults['pdf'] = pdfFaults[fault];
  }
  if (image !== undefined && imageType(image.bytes) === undefined) faults['image'] = 'This is not a PNG, JPEG, WebP or AVIF picture';
  return faults;
}

function invalid(errors: Record<string, string>): HttpRefusal {
  return new HttpRefusal(422, { title: 'Some of this cannot be used', errors });
}

function changedMeanwhile(): HttpRefusal {
  return new HttpRefusal(409, { detail: 'The draft or the paper was changed since you looked at it. Look at it again.' });
}

function missing(detail: string): HttpRefusal {
  return new HttpRefusal(404, { detail });
}

async function* once(bytes: Uint8Array): AsyncIterable<Uint8Array> {
  yield bytes;
}
