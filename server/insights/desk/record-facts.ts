import type { StatedRates } from '../../../contract/figures/stated-rates.ts';
import type { Differences, RecordVersion, ShownDraft } from '../../../contract/desk/figure-facts.ts';
import { disclosureTerms } from '../../../contract/figures/disclosure-words.ts';
import { missingFields } from '../../../contract/figures/disclosure.ts';
import { isoOf } from '../../../contract/figures/days.ts';
import { changedFigures, lineName, type Review } from '../records/publication-review.ts';
import { changedWords, type PortfolioAbout } from '../records/portfolio-about.ts';
import { staleness } from '../records/publish.ts';
import type { RecordDraft } from '../records/record-drafts.ts';
import type { Version } from '../records/records.ts';

/** How many items of each list are given; their total is always given. */
const LISTED = { days: 60, restatements: 100, outliers: 100 } as const;

export function versionFacts(one: Version): RecordVersion {
  const { version, frequency, sample, recordedAt, origin } = one;
  return {
    version,
    ...spanOf(one),
    frequency,
    recordedAt,
    sample,
    source: origin?.source ?? null,
    reason: origin?.reason ?? null,
    changes: origin?.changes ?? null,
    draftedBy: origin?.draftedBy ?? null,
    publishedBy: origin?.publishedBy ?? null,
  };
}

/** @param latest the portfolio's latest version, public or taken off the site */
export function draftFacts(one: RecordDraft, latest: Version | undefined): ShownDraft {
  const { draft, baseVersion, frequency, source, reason, createdAt, draftedBy } = one;
  return {
    draft,
    base: baseVersion ?? null,
    ...spanOf(one),
    frequency,
    outdated: staleness(one, latest) !== undefined,
    source,
    reason: reason ?? null,
    createdAt,
    draftedBy: draftedBy ?? null,
  };
}

/** The review that the command shows, as data. */
export function differencesOf(review: Review, riskFree: StatedRates): Differences {
  const { base, candidate, changes, outliers } = review;
  const { rows, lastDay } = changedFigures(review, riskFree);
  return {
    base: base === undefined ? null : { version: base.version, to: isoOf(base.lastDay) },
    to: isoOf(lastDay),
    added: daysOf(changes.added),
    inserted: daysOf(changes.inserted),
    lost: daysOf(changes.lost),
    restated: daysOf(changes.restated),
    rescaled: changes.rescaled,
    words: base === undefined ? [] : changedWords(base, candidate),
    stated: disclosureTerms(candidate.about.disclosure, candidate.about),
    undisclosed: undisclosedOf(candidate.about),
    restatements: changes.restatements
      .slice(0, LISTED.restatements)
      .map(({ day, line, before, after }) => ({ day: isoOf(day), line: lineName(review, line), before, after })),
    restatedValues: changes.restatements.length,
    outliers: outliers.slice(0, LISTED.outliers).map(({ line, text }) => ({ line: lineName(review, line), text })),
    outlierCount: outliers.length,
    figures: rows.map((row) => ({ ...row })),
    needsReason: review.needsReason,
  };
}

export function undisclosedWords(missing: readonly string[]): string {
  return `Of its figures this is not stated: ${missing.join(', ')}. Upload the file again with it.`;
}

function undisclosedOf(about: PortfolioAbout): string | null {
  const missing = missingFields(about.disclosure, about);
  return missing.length === 0 ? null : undisclosedWords(missing.map(({ label }) => label.toLowerCase()));
}

function spanOf({ firstDay, lastDay }: { firstDay: number; lastDay: number }) {
  return { from: isoOf(firstDay), to: isoOf(lastDay) };
}

function daysOf(days: readonly number[]): Differences['added'] {
  const [first, last] = [days[0], days.at(-1)].map((day) => (day === undefined ? null : isoOf(day)));
  return { count: days.length, first: first!, last: last!, listed: days.slice(0, LISTED.days).map(isoOf) };
}
