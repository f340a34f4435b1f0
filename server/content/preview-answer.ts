import type { FastifyReply, FastifyRequest } from 'fastify';
import { withoutTrailingSlashes } from '../../contract/pages.ts';
import type { RenderedPage } from '../../contract/rendering.ts';
import { escapeHtml } from '../http/fill-placeholders.ts';
import { sendSmallPage } from '../http/small-page.ts';
import { readCampaignDraft, type CampaignDraft } from './campaign-drafts.ts';
import type { ContentContext } from './desk.ts';
import { draftWords } from './draft-words.ts';
import { publicPreview } from './preview-page.ts';
import { draftOfPreview } from './preview-links.ts';
import { shownCampaign, viewsOf } from './shown-campaigns.ts';
import { readTextDraft, type TextDraft } from './text-drafts.ts';
import { currentWords, shownValues, type StoredWords } from './words.ts';

export type PreviewContext = Pick<ContentContext, 'store' | 'settings' | 'now' | 'contentFields' | 'renderWith'>;

/** Number of drafts whose rendered pages are kept: whoever opens a preview mostly looks at several of its pages. */
const KEPT = 8;

type Pages = readonly RenderedPage[];

type Asked = FastifyRequest<{ Params: { token: string }; Querystring: { page?: unknown } }>;

/** The pages of the drafts that were looked at last, by draft, its revision and the version of the published words. */
const kept = new Map<string, Promise<Pages>>();

/** Answers whoever has a preview link with a page of the draft, marked as a preview. */
export async function sendPreview(context: PreviewContext, request: Asked, reply: FastifyReply): Promise<FastifyReply> {
  const { store, settings, now } = context;
  const found = await draftOfPreview(store.db, request.params.token, now());
  const pages = found && (await pagesOf(context, found.draft));
  if (found === undefined || pages === undefined) return sendSmallPage(reply, 404, { title: 'This preview has ended', words: ENDED });
  const asked = typeof request.query.page === 'string' ? withoutTrailingSlashes(request.query.page) : undefined;
  const page = pages.find(({ path }) => path === asked) ?? pages[0];
  if (page === undefined) return sendSmallPage(reply, 404, { title: 'Nothing is changed yet', words: 'Look again later.' });
  const links = pages.map(({ path }) => `<a href="?page=${encodeURIComponent(path)}">${escapeHtml(path)}</a>`).join(' ');
  const until = new Date(found.expiresAt).toISOString().slice(0, 10);
  const said = `<p class="wrap small"><strong>Preview.</strong> Not public. This link works until ${until}. ${links}</p>`;
  const { bytes, policy } = publicPreview(page, settings, said);
  return reply.header('content-security-policy', policy).type('text/html; charset=utf-8').send(bytes);
}

const ENDED = 'The link has expired or was ended, or what it showed was published or dropped. Ask whoever sent it to you for another.';

/** The pages that a draft changes; undefined where there is no such draft any more. Rendered once for each state of it. */
async function pagesOf(context: PreviewContext, of: string): Promise<Pages | undefined> {
  const { db } = context.store;
  const [kind = '', id = ''] = of.split(' ');
  const draft = kind === 'words' ? await readTextDraft(db, id) : await readCampaignDraft(db, id);
  if (draft === undefined) return undefined;
  const { number, words } = await currentWords(db);
  const key = `${of} ${draft.revision} ${number}`;
  const made = kept.get(key) ?? render(context, draft, words);
  kept.delete(key);
  kept.set(key, made);
  for (const oldest of kept.keys()) if (kept.size > KEPT) kept.delete(oldest);
  made.catch(() => kept.delete(key));
  return made;
}

function render({ contentFields, renderWith }: PreviewContext, draft: TextDraft | CampaignDraft, words: StoredWords): Promise<Pages> {
  if ('changes' in draft) return renderWith(draftWords(draft, words, contentFields()), { kind: 'changed' });
  const campaign = shownCampaign({ campaign: draft.campaign, number: 0, page: draft.page });
  const views = viewsOf(campaign).filter((view) => view === 'open' || view === 'sent');
  return renderWith(shownValues(words, contentFields()), { kind: 'campaign', campaign, views });
}
