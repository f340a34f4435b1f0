import { removeSampleFigures } from '../../../contract/calls/desk/figure-calls.ts';
import { HttpRefusal } from '../../http/desk-answers.ts';
import type { DeskRoute } from '../../http/desk-route.ts';
import type { HttpContext } from '../../http/http-context.ts';
import type { Tx } from '../../store/store.ts';
import { listPapers } from '../papers/papers.ts';
import { listPortfolios } from '../records/records.ts';
import { decideRemoval, type Removable, type RemovalOutcome } from '../removals/decide-removal.ts';
import { lockPaper, removablePaper } from '../removals/paper-removals.ts';
import { lockPortfolio, removablePortfolio } from '../removals/portfolio-removals.ts';
import { removalRefusal, request } from './removal-route.ts';

const REASON = 'It is a sample';

/** Replaces the functions that write, so that decideRemoval only returns its outcome. */
const nothing = { ask: async () => undefined, remove: async () => undefined };

/** Takes all samples off the site at once: all, or none where somebody changed one meanwhile. */
export function samplesRoute(route: DeskRoute, { store, settings, now }: Pick<HttpContext, 'store' | 'settings' | 'now'>): void {
  route(removeSampleFigures, async (who, { seen, decision }) =>
    store.begin(async (tx) => {
      for (const id of [...seen].sort()) {
        await lockPortfolio(tx, id);
        await lockPaper(tx, id);
      }
      const samples = await samplesIn(tx);
      const ids = new Set(seen);
      if (samples.length !== ids.size || !samples.every(({ id }) => ids.has(id)))
        return new HttpRefusal(409, { detail: 'Other samples are on the site than you looked at. Look again.' });
      const by = { account: who.accountId, at: now(), fourEyes: settings.FOUR_EYES === 'on', record: async () => undefined };
      const asked = request({ decision, ...(decision === undefined && { reason: REASON }) });
      // Where a request is decided, only samples whose removal was asked for; the others stay.
      const decided = samples.filter(({ removable }) => decision === undefined || removable.asked !== undefined);
      const outcomes: RemovalOutcome[] = [];
      // Before anything is written: a refusal of one keeps all of them.
      for (const { removable } of decided) outcomes.push(await decideRemoval({ ...removable, ...nothing }, by, asked));
      const outcome = outcomes.find((one) => removalRefusal(one) !== undefined) ?? outcomes[0] ?? 'nothing asked';
      const refusal = removalRefusal(outcome);
      if (refusal === undefined) for (const { removable } of decided) await decideRemoval(removable, by, asked);
      const removed = outcome === 'removed';
      if (refusal === undefined || outcome === 'own request')
        await who.record(tx, { detail: { n: decided.length, ...(!removed && { outcome }) } });
      if (refusal !== undefined) return refusal;
      return { removed };
    }),
  );
}

async function samplesIn(tx: Tx): Promise<{ id: string; removable: Removable }[]> {
  const portfolios = (await listPortfolios(tx)).filter(({ sample }) => sample);
  const papers = (await listPapers(tx)).filter(({ sample }) => sample);
  return [
    ...portfolios.map((one) => ({ id: one.id, removable: removablePortfolio(tx, one) })),
    ...papers.map((one) => ({ id: one.id, removable: removablePaper(tx, one) })),
  ];
}
