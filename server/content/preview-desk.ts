import * as calls from '../../contract/calls/desk/preview-calls.ts';
import { HttpRefusal } from '../http/desk-answers.ts';
import type { DeskRoute } from '../http/desk-route.ts';
import { readCampaignDraft } from './campaign-drafts.ts';
import type { ContentContext } from './desk.ts';
import { actor } from './draft-answers.ts';
import { listPreviewLinks, makePreviewLink, revokePreviewLink } from './preview-links.ts';
import { readTextDraft } from './text-drafts.ts';

/** Links by which people without an account see a draft. */
export function previewLinkRoutes(route: DeskRoute, { store, settings, now }: ContentContext): void {
  route(calls.listPreviews, async (_who, { of }) => ({
    previews: (await listPreviewLinks(store.db, of, now())).map((link) => ({
      id: link.id,
      madeBy: link.made_by,
      madeAt: link.made_at,
      expiresAt: link.expires_at,
    })),
  }));

  route(calls.makePreview, async (who, { of }) => {
    const [kind = '', id = ''] = of.split(' ');
    const draft = kind === 'words' ? await readTextDraft(store.db, id) : await readCampaignDraft(store.db, id);
    if (draft === undefined) return new HttpRefusal(404, { detail: 'There is no such draft: it was published or discarded.' });
    const { token, expiresAt } = await makePreviewLink(store, of, settings.PREVIEW_DAYS, actor(who, now));
    return { url: `${settings.PUBLIC_URL}/preview/${token}`, expiresAt };
  });

  route(calls.revokePreview, async (who, { id }) =>
    (await revokePreviewLink(store, id, actor(who, now))) ? {} : new HttpRefusal(404, { detail: 'This link works no more.' }),
  );
}
