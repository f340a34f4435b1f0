import { countries } from '../../../contract/countries.ts';
import * as calls from '../../../contract/calls/desk/position-calls.ts';
import { present } from '../../../contract/checked.ts';
import type { Posting } from '../../../contract/posting.ts';
import type { HttpContext } from '../../http/http-context.ts';
import { HttpRefusal } from '../../http/desk-answers.ts';
import type { DeskRoute, StaffCaller } from '../../http/desk-route.ts';
import type { RenderCareers } from './position-pages.ts';
import { listEditedPositions, openingsOf, storePosition } from './positions.ts';

type PositionsContext = Pick<HttpContext, 'store' | 'now'> & { renderCareers: RenderCareers };

export function positionRoutes(route: DeskRoute, { store, renderCareers, now }: PositionsContext): void {
  const today = () => new Date(now()).toISOString().slice(0, 10);

  async function everyPosition() {
    const [built, edited] = [await renderCareers.built(), await listEditedPositions(store.db)];
    const { open, known } = openingsOf(built, edited, today());
    return known.map((slug) => {
      const change = edited.find((one) => one.slug === slug);
      const posting = change?.posting ?? present(built.find((one) => one.slug === slug));
      const isOpen = open.some((one) => one.slug === slug);
      const state: 'open' | 'over' | 'closed' = isOpen ? 'open' : (change?.closedAt ?? null) === null ? 'over' : 'closed';
      return { posting, state, change };
    });
  }

  async function save(who: StaffCaller, { posting, seen, closed }: { posting: Posting; seen: number; closed: boolean }) {
    return store.begin(async (tx) => {
      const version = await storePosition(tx, { posting, seen, closedAt: closed ? now() : null, by: who.accountId, at: now() });
      if (version === undefined) return changedMeanwhile();
      await who.record(tx, { subject: { kind: 'position', id: posting.slug }, detail: { version } });
      return { version };
    });
  }

  route(calls.listPositions, async () => ({
    positions: (await everyPosition()).map(({ posting, state, change }) => ({
      posting: asLists(posting),
      state,
      version: change?.version ?? 0,
      changedAt: change?.changedAt ?? null,
      changedBy: change?.changedBy ?? null,
    })),
  }));

  route(calls.savePosition, async (who, { version: seen, ...posting }) => {
    const same = (await everyPosition()).find((one) => one.posting.slug !== posting.slug && one.posting.title2 === posting.title2);
    if (same !== undefined && same.state === 'open')
      return new HttpRefusal(422, { errors: { title2: 'Another open position has this title' } });
    // Checked here alone: the desk would load the whole list before it shows anything.
    if (posting.country !== undefined && !countries.some(([, iso2]) => iso2 === posting.country))
      return new HttpRefusal(422, { errors: { country: 'Choose a country' } });
    const before = (await everyPosition()).find((one) => one.posting.slug === posting.slug);
    return save(who, { posting, seen, closed: before?.state === 'closed' });
  });

  for (const [call, closed] of [
    [calls.closePosition, true],
    [calls.reopenPosition, false],
  ] as const)
    route(call, async (who, { slug, version: seen }) => {
      const found = (await everyPosition()).find(({ posting }) => posting.slug === slug);
      if (found === undefined) return new HttpRefusal(404, { detail: 'There is no such position.' });
      if (!closed && found.posting.validThrough < today())
        return new HttpRefusal(422, { detail: 'Its last day is over: change that day, then open it.' });
      return save(who, { posting: found.posting, seen, closed });
    });
}

function changedMeanwhile(): HttpRefusal {
  return new HttpRefusal(409, {
    detail: 'Somebody changed this position meanwhile. What you typed is still here: look at theirs, then save again.',
  });
}

function asLists(posting: Posting) {
  const { textResponsibility, textSkills, textPersonal, textSoftware, textNiceToHave, ...rest } = posting;
  return {
    ...rest,
    textResponsibility: [...textResponsibility],
    textSkills: [...textSkills],
    textPersonal: [...textPersonal],
    textSoftware: [...textSoftware],
    textNiceToHave: [...textNiceToHave],
  };
}
