import * as calls from '../../contract/calls/desk/content-calls.ts';
import { fieldAt, isAddedPath, type ContentField } from '../../contract/content-fields.ts';
import { ASKED_VERSION, isConsentPath } from '../../contract/forms/form-parts.ts';
import { limits } from '../../contract/limits.ts';
import { pages } from '../../contract/pages.ts';
import { HttpRefusal } from '../http/desk-answers.ts';
import type { DeskRoute, StaffCaller } from '../http/desk-route.ts';
import type { HttpContext } from '../http/http-context.ts';
import {
  changeTexts,
  discardTextDraft,
  listTextDrafts,
  openTextDraft,
  overtakenIn,
  publishTexts,
  readTextDraft,
  shownIn,
} from './text-drafts.ts';
import type { TextChanges, TextDraft, PublishedTexts } from './text-drafts.ts';
import { mayUse } from '../../contract/desk/roles.ts';
import { draftWords } from './draft-words.ts';
import { changeDraftList } from './lists.ts';
import { actor, changedOr, valueFault, gone, pastTime } from './draft-answers.ts';
import type { Mail } from '../mail/mail.ts';
import { enqueue } from '../queue/job-queue.ts';
import { mailSamples, markedMail } from './mail-previews.ts';
import { tryMail } from './try-mail.job.ts';
import type { RenderWith, WeighedPage } from './render-thread.ts';
import type { Tx } from '../store/store.ts';
import { currentWords, listWordsVersions, readWordsVersion, type StoredWords, type WordsVersion } from './words.ts';

export type ContentContext = Pick<HttpContext, 'store' | 'settings' | 'site' | 'now'> & {
  contentFields: () => ReadonlyMap<string, ContentField>;
  renderWith: RenderWith;
  /** Shows what was published, on this server at once. */
  refreshWords: () => Promise<void>;
};

/** `mails`: the mails whose texts staff can change. */
type RouteContext = ContentContext & { mails: readonly Mail<never>[]; wake: () => void };

export function contentRoutes(route: DeskRoute, context: RouteContext): void {
  readingRoutes(route, context);
  changingRoutes(route, context);
  publishingRoute(route, context);
  tryingRoute(route, context);
}

function readingRoutes(route: DeskRoute, context: RouteContext): void {
  const { store, settings, contentFields, renderWith, mails } = context;
  const samples = mailSamples(mails, settings.PUBLIC_URL);
  const fourEyes = settings.FOUR_EYES === 'on';

  route(calls.readContent, async () => {
    const [{ words }, drafts, versions] = await Promise.all([
      currentWords(store.db),
      listTextDrafts(store.db),
      listWordsVersions(store.db),
    ]);
    return {
      fields: everyField(contentFields(), words).map((field) => ({ ...field, ...valueOf(field, words) })),
      pages: [
        ...pages.filter(isShown).map(({ path, title }) => ({ path, title })),
        ...sheets,
        ...samples.map(({ path, title }) => ({ path, title })),
      ],
      drafts: drafts.map(draftFacts),
      versions: versions.map((version, index) => versionFacts(version, versions[index + 1]?.words ?? {})),
      fourEyes,
      forbidden: [...settings.FORBIDDEN_CLAIMS],
    };
  });

  route(calls.readContentDraft, async (who, { draft: id }) => {
    const draft = await readTextDraft(store.db, id);
    if (draft === undefined) return gone();
    const { words } = await currentWords(store.db);
    return {
      ...draftFacts(draft),
      revision: draft.revision,
      changed: changedFields(draft, words, context),
      own: needsTwo(draft, settings) && draft.draftedBy.includes(who.accountId),
    };
  });

  route(calls.showContentPage, async (_who, { draft: id, page }) => {
    const draft = await readTextDraft(store.db, id);
    if (draft === undefined) return gone();
    const { words } = await currentWords(store.db);
    const shown = draftWords(draft, words, contentFields());
    const mail = mailSamples(mails, settings.PUBLIC_URL, shown).find(({ path }) => path === page);
    if (mail !== undefined) {
      const { previewMail } = await import('./preview-page.ts');
      return previewMail(await markedMail(mail, settings, shown));
    }
    const rendered = await renderWith(shown, { kind: 'marked', path: page });
    if (rendered === undefined) return new HttpRefusal(404, { detail: 'There is no such page.' });
    const { previewPage } = await import('./preview-page.ts');
    return previewPage(rendered, settings);
  });
}

/** Each changed field of a draft before and after, and why its value cannot be published (`fault`). */
function changedFields({ changes }: TextDraft, words: StoredWords, { contentFields, settings }: ContentContext) {
  const overtaken = new Set(overtakenIn(changes, words));
  return Object.keys(changes).flatMap((path) => {
    const field = fieldAt(contentFields(), path);
    if (field === undefined) return [];
    const after = shownIn(changes, words, field);
    const fault = valueFault(field, after, settings) ?? null;
    const before = words[path]?.value ?? (isAddedPath(path) ? '' : field.shipped);
    return [{ path, before: legible(field, before), after: legible(field, after), overtaken: overtaken.has(path), fault }];
  });
}

function changingRoutes(route: DeskRoute, { store, settings, now, contentFields }: ContentContext): void {
  route(calls.openContentDraft, async (who, { title, version }) => {
    const changes = version === undefined ? {} : await changesBack(store.db, version, contentFields());
    if (changes === undefined) return new HttpRefusal(404, { detail: 'There is no such version.' });
    return { draft: await openTextDraft(store, { title, changes }, actor(who, now)) };
  });

  route(calls.changeContent, async (who, { draft, path, value, seen }) => {
    const field = fieldAt(contentFields(), path);
    if (field === undefined) return new HttpRefusal(404, { detail: 'The site has no such text any more.' });
    if (!mayChange(who, field)) return new HttpRefusal(403, { detail: 'Administrators change the company’s settings.' });
    const fault = value === null ? undefined : valueFault(field, value, settings, false);
    if (fault !== undefined) return new HttpRefusal(422, { title: 'This cannot be used', errors: { value: fault } });
    if (field.kind === 'list') return new HttpRefusal(422, { errors: { value: 'Add, remove or move its items' } });
    if (field.kind === 'picture' && value !== null) return new HttpRefusal(422, { errors: { value: 'Upload the picture' } });
    const read = field.isSecret === true ? undefined : seen;
    return changedOr(await changeTexts(store, draft, { changed: [{ field, value, seen: read }] }, actor(who, now)));
  });

  route(calls.changeList, async (who, { draft, path, change }) => {
    const fields = contentFields();
    const field = fieldAt(fields, path);
    if (field?.kind !== 'list') return new HttpRefusal(404, { detail: 'The site has no such list any more.' });
    if (!mayChange(who, field)) return new HttpRefusal(403, { detail: 'Administrators change the company’s settings.' });
    return changedOr(await changeDraftList(store, draft, { field, change, fields }, actor(who, now)));
  });

  route(calls.discardContent, async (who, { draft }) => ((await discardTextDraft(store, draft, actor(who, now))) ? {} : gone()));
}

/** The call that mails a draft's texts, for a try, to the account that makes the call. */
function tryingRoute(route: DeskRoute, { store, settings, now, mails, wake }: RouteContext): void {
  route(calls.tryContentMail, async (who, { draft, page }) => {
    if ((await readTextDraft(store.db, draft)) === undefined) return gone();
    if (!mailSamples(mails, settings.PUBLIC_URL).some(({ path }) => path === page))
      return new HttpRefusal(404, { detail: 'There is no such mail.' });
    await store.begin(async (tx) => {
      await enqueue(tx, tryMail, { draft, page, account: who.accountId }, { now: now() });
      await who.record(tx, { subject: { kind: 'content', id: draft }, detail: { page } });
    });
    wake();
    return {};
  });
}

function publishingRoute(route: DeskRoute, { store, settings, now, contentFields, renderWith, refreshWords }: ContentContext): void {
  route(calls.publishContent, async (who, { draft: id, revision, at, confirmed }) => {
    const draft = await readTextDraft(store.db, id);
    if (draft === undefined) return gone();
    if (draft.revision !== revision) return refusalOf({ ok: false, cause: 'stale' });
    const past = pastTime(at, now());
    if (past !== undefined) return past;
    const changed = Object.keys(draft.changes).flatMap((path) => fieldAt(contentFields(), path) ?? []);
    if (!changed.every((field) => mayChange(who, field)))
      return new HttpRefusal(403, { detail: 'It changes settings of the company: an administrator publishes it.' });
    const { words } = await currentWords(store.db);
    const faults = Object.keys(draft.changes).flatMap((path) => {
      const field = fieldAt(contentFields(), path);
      const fault = field && valueFault(field, shownIn(draft.changes, words, field), settings);
      return fault === undefined ? [] : [[path, fault] as const];
    });
    if (faults.length > 0) return new HttpRefusal(422, { title: 'Some texts cannot be used', errors: Object.fromEntries(faults) });
    // Whatever cannot be rendered is refused here, and never reaches a visitor.
    const rendered = await renderWith(draftWords(draft, words, contentFields()), { kind: 'changed' });
    const heavy = heaviest(rendered);
    if (heavy !== undefined) return new HttpRefusal(422, { title: 'A page would become too heavy', detail: heavy });
    const approval = { id, revision, fourEyes: needsTwo(draft, settings), confirmed, ...(at !== undefined && { publishAt: at }) };
    const done = await publishTexts(store, approval, actor(who, now));
    if (!done.ok) return refusalOf(done);
    if (done.number > 0) await refreshWords();
    return { version: done.number };
  });
}

function valueOf({ path, shipped, isSecret }: ContentField, words: StoredWords) {
  const word = words[path];
  const renewed = word === undefined || word.shipped === shipped || isSecret === true ? null : shipped;
  return { value: legible({ isSecret }, word?.value ?? shipped), renewed };
}

/** The fields that ship, and those of items that staff added. */
function everyField(fields: ReadonlyMap<string, ContentField>, words: StoredWords): ContentField[] {
  const added = Object.keys(words).flatMap((path) => (fields.has(path) ? [] : (fieldAt(fields, path) ?? [])));
  return [...fields.values(), ...added];
}

/** Masks a value that no reader may see; an empty one stays empty. */
function legible({ isSecret }: { isSecret?: boolean | undefined }, value: string | number): string | number {
  return isSecret === true && value !== '' ? '***' : value;
}

/** Whether a second person has to publish a draft, as always where it changes texts that visitors consent to. */
function needsTwo({ changes }: TextDraft, { FOUR_EYES }: ContentContext['settings']): boolean {
  return FOUR_EYES === 'on' || Object.keys(changes).some(isConsentPath);
}

function mayChange({ roles }: StaffCaller, { needs }: ContentField): boolean {
  return needs === undefined || mayUse(roles, needs);
}

/** Groups of fields that the editor lists by themselves: pages show none of them, or not all. */
const sheets = [
  { path: 'company', title: 'The company and its legal details', parts: ['company', 'legal'] },
  { path: 'sign', title: 'The company’s sign and icons', parts: ['sign'] },
  { path: 'heads', title: 'Search engines and shared links', parts: ['heads', 'social'] },
  { path: 'settings', title: 'The company’s settings', parts: ['settings'] },
  { path: 'questions', title: 'What the dialog’s forms ask', parts: ['contactForm.questions'] },
  {
    path: 'forms',
    title: 'Forms of the dialog and of campaigns',
    parts: ['callerWords', 'contactForm.fields', 'contactForm.messages', 'contactForm.consent', 'plainForm', 'formWords', 'requestWords'],
  },
  { path: 'message-form', title: 'Form of the contact page', parts: ['messageForm', 'contacts'] },
  { path: 'report-form', title: 'Form of the report', parts: ['reportForm', 'getreport'] },
  { path: 'application-form', title: 'Form for applications', parts: ['applicationForm', 'applicationWords', 'fileInput'] },
];

/** The changes that restore a version. @param number 0: the texts that ship @returns undefined where there is no such version */
async function changesBack(db: Tx, number: number, fields: ReadonlyMap<string, ContentField>): Promise<TextChanges | undefined> {
  const wanted = number === 0 ? {} : (await readWordsVersion(db, number))?.words;
  if (wanted === undefined) return undefined;
  const { words } = await currentWords(db);
  const rows = everyField(fields, wanted).flatMap(({ path, shipped }) => {
    const [now, then] = [words[path]?.value ?? shipped, wanted[path]?.value ?? shipped];
    return now === then ? [] : [[path, { value: wanted[path]?.value ?? null, published: now, shipped }] as const];
  });
  return Object.fromEntries(rows);
}

/** A sentence that names a page with more HTML than pages may have; undefined where there is none. */
function heaviest(rendered: readonly WeighedPage[]): string | undefined {
  const heavy = rendered.find(({ bytes }) => bytes > limits.pageHtml);
  if (heavy === undefined) return undefined;
  return `${heavy.path} would have ${heavy.bytes - limits.pageHtml} bytes more than a page may have (${limits.pageHtml}): shorten its texts.`;
}

/** Whether the editor lists a page: those that people read at an address of their own, and those behind the links of mails. */
function isShown({ path, scripts }: (typeof pages)[number]): boolean {
  return (scripts !== false || path.startsWith('/verify')) && !path.includes('?');
}

function draftFacts({ id, title, changed_at: changedAt, draftedBy, changes, publish_at: publishAt, approved_by: approvedBy }: TextDraft) {
  return { id, title, changedAt, draftedBy: [...draftedBy], changes: Object.keys(changes).length, publishAt, approvedBy };
}

function versionFacts({ number, title, words, published_at: at, published_by: account, draftedBy }: WordsVersion, before: StoredWords) {
  const paths = new Set([...Object.keys(words), ...Object.keys(before)]);
  const changed = [...paths].filter((path) => path !== ASKED_VERSION && words[path]?.value !== before[path]?.value);
  return { number, title, at, account, draftedBy: [...draftedBy], changed };
}

function refusalOf(refused: Extract<PublishedTexts, { ok: false }>): HttpRefusal {
  switch (refused.cause) {
    case 'missing':
      return gone();
    case 'stale':
      return new HttpRefusal(409, { detail: 'Somebody changed it since you looked at it. Look at it again.' });
    case 'own':
      return new HttpRefusal(403, { detail: 'You wrote some of it: somebody else publishes it.' });
    case 'empty':
      return new HttpRefusal(422, { detail: 'It changes nothing yet.' });
    case 'overtaken':
      return new HttpRefusal(422, {
        title: 'Other words were published meanwhile',
        errors: Object.fromEntries(refused.paths.map((path) => [path, 'Look at it again: other words were published here since'])),
      });
  }
}
