import * as calls from '../../../contract/calls/desk/reporting-calls.ts';
import { dateLabel, reportingDay } from '../../../contract/figures/reporting-date.ts';
import { elementAt } from '../../../contract/checked.ts';
import type { HttpContext } from '../../http/http-context.ts';
import { HttpRefusal } from '../../http/desk-answers.ts';
import type { DeskRoute, StaffCaller } from '../../http/desk-route.ts';
import { rulesOf } from '../figures/portfolio-reader.ts';
import { dateFaultWords } from '../reporting/date-faults.ts';
import {
  discardReporting,
  draftReporting,
  listReporting,
  openDraft,
  publishReporting,
  reviewDay,
  type Actor,
  type Reporting,
  type ReportingDraft,
} from '../reporting/reporting-dates.ts';
import { reportingState } from '../reporting/reporting-state.ts';

type ReportingContext = Pick<HttpContext, 'store' | 'settings' | 'now'>;

export function reportingRoutes(route: DeskRoute, context: ReportingContext): void {
  readingRoutes(route, context);
  changingRoutes(route, context);
}

function readingRoutes(route: DeskRoute, { store, settings, now }: ReportingContext): void {
  const fourEyes = settings.FOUR_EYES === 'on';

  route(calls.readReporting, async () => {
    const months = settings.REPORTING_DATE_MONTHS;
    const all = (await listReporting(store.db)).map(reportingFacts);
    const draft = await openDraft(store.db);
    const { past, isOld, suggested } = await reportingState(store.db, { now: now(), months });
    return {
      current: elementAt(all, 0),
      earlier: all.slice(1),
      draft: draft === undefined ? null : draftFacts(draft),
      suggested: suggested ?? null,
      past: [...past],
      months: isOld ? months : null,
      fourEyes,
    };
  });

  route(calls.readReportingDraft, async (who, { draft: number }) => {
    const draft = await openDraft(store.db);
    if (draft === undefined || draft.number !== Number(number)) return gone();
    const { current, cards, lagging, seen } = await reviewDay(store.db, draft.day, rulesOf(settings));
    return {
      ...draftFacts(draft),
      current: dateLabel(reportingDay(current)),
      cards: [...cards],
      lagging,
      seen,
      own: fourEyes && draft.account === who.accountId,
    };
  });
}

function changingRoutes(route: DeskRoute, { store, settings, now }: ReportingContext): void {
  const fourEyes = settings.FOUR_EYES === 'on';
  const actor = (who: StaffCaller): Actor => ({
    account: who.accountId,
    at: now(),
    record: (tx, detail) => who.record(tx, { subject: { kind: 'reporting date', id: String(detail['draft']) }, detail }),
  });

  route(calls.draftReportingCall, async (who, { date }) => {
    const made = await draftReporting(store, date, actor(who));
    if (typeof made === 'number') return { draft: made };
    return new HttpRefusal(422, { title: 'Some of this cannot be used', errors: { date: dateFaultWords[made] } });
  });

  route(calls.publishReportingCall, async (who, { draft, seen, confirm }) => {
    const approval = { number: Number(draft), seen, confirmed: confirm, fourEyes, rules: rulesOf(settings) };
    const outcome = await publishReporting(store, approval, actor(who));
    if (outcome.ok) return { label: dateLabel(outcome.day) };
    switch (outcome.cause) {
      case 'missing':
        return gone();
      case 'own draft':
        await actor(who).record(store.db, { draft: Number(draft), outcome: outcome.cause });
        return new HttpRefusal(403, { detail: 'You proposed this date: somebody else publishes it.' });
      case 'stale':
        return new HttpRefusal(409, { detail: 'A record or another date was published since you looked at it. Look at it again.' });
      case 'lagging':
        return new HttpRefusal(422, { errors: { confirm: `Look at the ${outcome.review.lagging} that end earlier, and confirm them` } });
    }
  });

  route(calls.discardReportingCall, async (who, { draft }) => ((await discardReporting(store, Number(draft), actor(who))) ? {} : gone()));
}

function reportingFacts({ dates, published }: Reporting) {
  return { label: dateLabel(reportingDay(dates)), dates, published: published ?? null };
}

function draftFacts({ number, day, at, account }: ReportingDraft) {
  return { number, date: day, label: dateLabel(day), at, account };
}

function gone(): HttpRefusal {
  return new HttpRefusal(404, { detail: 'This draft was published, discarded or replaced.' });
}
