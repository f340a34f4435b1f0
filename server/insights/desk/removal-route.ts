import * as calls from '../../../contract/calls/desk/figure-calls.ts';
import { HttpRefusal } from '../../http/desk-answers.ts';
import type { DeskRoute, StaffCaller } from '../../http/desk-route.ts';
import type { HttpContext } from '../../http/http-context.ts';
import type { Tx } from '../../store/store.ts';
import { findVersion } from '../records/records.ts';
import { decideRemoval, type RemovalOutcome, type Remover } from '../removals/decide-removal.ts';
import { lockPortfolio, removablePortfolio } from '../removals/portfolio-removals.ts';

type RemovalContext = Pick<HttpContext, 'store' | 'settings' | 'now'>;

/** Takes a portfolio off the site. */
export function removalRoute(route: DeskRoute, context: RemovalContext): void {
  const { store, settings } = context;
  route(calls.removeFigures, async (who, { id, seen, ...asked }) => {
    if (settings.FOUR_EYES === 'on' && asked.reason === undefined && asked.decision === undefined) return unexplained();
    return store.begin(async (tx) => {
      await lockPortfolio(tx, id);
      const latest = await findVersion(tx, id);
      if (latest === undefined) return new HttpRefusal(404, { detail: 'It is not on the site.' });
      const { version } = latest;
      if (seen !== undefined && version !== seen)
        return new HttpRefusal(409, { detail: `Version ${version} was published since you looked at it. Look at it again.` });
      const by = remover(who, tx, context, { subject: { kind: 'portfolio', id }, detail: { version } });
      const outcome = await decideRemoval(removablePortfolio(tx, latest), by, request(asked));
      return removalRefusal(outcome) ?? { removed: outcome === 'removed' };
    });
  });
}

type Subject = { subject: { kind: string; id: string }; detail?: Record<string, number> };

/** A person of the desk who takes something off. */
export function remover(who: StaffCaller, tx: Tx, { settings, now }: RemovalContext, { subject, detail: of }: Subject): Remover {
  return {
    account: who.accountId,
    at: now(),
    fourEyes: settings.FOUR_EYES === 'on',
    record: (detail) => who.record(tx, { subject, detail: { ...of, ...detail } }),
  };
}

export function request({ reason, decision }: { reason?: string | undefined; decision?: 'approve' | 'keep' | undefined }) {
  return { reason, decision };
}

const refusals = {
  'nothing asked': [409, 'Nobody asks any more that it be taken off.'],
  'own request': [403, 'You asked for this: somebody else decides.'],
  'asked already': [409, 'Somebody asked for this already. Look at it, and decide.'],
} as const;

/** The refusal where this person cannot decide, or nobody asked for the removal; undefined for other outcomes. */
export function removalRefusal(outcome: RemovalOutcome): HttpRefusal | undefined {
  if (!(outcome in refusals)) return undefined;
  const [status, detail] = refusals[outcome as keyof typeof refusals];
  return new HttpRefusal(status, { detail });
}

/** With four eyes, reverting to a version and taking something off need a reason: it is mailed to the other publishers, of whom one decides. */
export function unexplained(): HttpRefusal {
  return new HttpRefusal(422, { title: 'Some of this cannot be used', errors: { reason: 'Say why: whoever else publishes is told' } });
}
