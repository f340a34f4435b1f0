import * as calls from '../../../contract/calls/desk/figure-calls.ts';
import { HttpRefusal } from '../../http/desk-answers.ts';
import type { DeskRoute } from '../../http/desk-route.ts';
import type { HttpContext } from '../../http/http-context.ts';
import { findVersion } from '../records/records.ts';
import { askRemoval, lockPortfolio, removePortfolio } from '../records/removals.ts';

/** Takes a portfolio off the site. With four eyes one person asks for it, and another one decides; whoever asked may only drop it. */
export function removalRoute(route: DeskRoute, { store, settings, now }: Pick<HttpContext, 'store' | 'settings' | 'now'>): void {
  const fourEyes = settings.FOUR_EYES === 'on';
  route(calls.removeFigures, async (who, { id, seen, reason, decision }) => {
    if (fourEyes && reason === undefined && decision === undefined) return unexplained();
    return store.begin(async (tx) => {
      await lockPortfolio(tx, id);
      const latest = await findVersion(tx, id);
      if (latest === undefined) return new HttpRefusal(404, { detail: 'It is not on the site.' });
      const { version, removalAsked: asked } = latest;
      if (seen !== undefined && version !== seen)
        return new HttpRefusal(409, { detail: `Version ${version} was published since you looked at it. Look at it again.` });
      const recorded = (detail: { outcome?: string; reason?: string | undefined }) => {
        const given = Object.entries({ version, ...detail }).flatMap(([key, value]) =>
          value === undefined ? [] : [[key, value] as const],
        );
        return who.record(tx, { subject: { kind: 'portfolio', id }, detail: Object.fromEntries(given) });
      };
      if (decision !== undefined && asked === undefined)
        return new HttpRefusal(409, { detail: 'Nobody asks any more that it be taken off.' });
      if (decision === 'keep') {
        await askRemoval(tx, latest, undefined);
        await recorded({ outcome: 'kept' });
        return { removed: false };
      }
      if (decision === 'approve' && asked?.by === who.accountId) {
        await recorded({ outcome: 'own request' });
        return new HttpRefusal(403, { detail: 'You asked for this: somebody else decides.' });
      }
      if (fourEyes && decision === undefined) {
        if (asked !== undefined && asked.by !== who.accountId)
          return new HttpRefusal(409, { detail: 'Somebody asked for this already. Look at it, and decide.' });
        await askRemoval(tx, latest, { at: now(), by: who.accountId, reason: reason ?? '' });
        await recorded({ outcome: 'asked', reason });
        return { removed: false };
      }
      const why = reason ?? asked?.reason;
      await removePortfolio(tx, id, now(), { account: who.accountId, reason: why ?? null });
      await recorded({ reason: why });
      return { removed: true };
    });
  });
}

/** Going back and taking off need a reason with four eyes: the other publishers are sent it, and one of them decides. */
export function unexplained(): HttpRefusal {
  return new HttpRefusal(422, { title: 'Some of this cannot be used', errors: { reason: 'Say why: whoever else publishes is told' } });
}
