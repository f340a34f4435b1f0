import type { StatedRates } from '../../../contract/figures/stated-rates.ts';
import { present } from '../../../contract/checked.ts';
import type { DisclosureKey } from '../../../contract/figures/disclosure.ts';
import type { TrackRecord } from '../../../contract/figures/record.ts';
import type { PortfolioGroup, PortfolioDetail } from '../../../contract/portfolio.ts';
import type { Tx } from '../../store/store.ts';
import { changesPast, compareRecords, type Changes, type LineKey } from './record-changes.ts';
import { readDraftRecord, type RecordDraft } from './record-drafts.ts';
import { findOutliers, type Outlier } from './outliers.ts';
import type { PortfolioAbout } from './portfolio-about.ts';
import { latestVersion, readableRecord, type OriginChanges, type Version } from './records.ts';
import { figureLines, labelFor, metrics, shownFigure } from '../../../contract/figures/metrics.ts';
import { detailOf } from '../figures/portfolio-detail.ts';

type Candidate = { id: string; group: PortfolioGroup; about: PortfolioAbout; record: TrackRecord; sample: boolean };

export type Review = {
  candidate: Candidate;
  /** The latest version, public or taken off the site. Undefined for a first version, when the latest is only sample data, and when it cannot be read. */
  base: (Version & { record: TrackRecord }) | undefined;
  changes: Changes;
  outliers: readonly Outlier[];
  needsReason: boolean;
};

export async function reviewOf(db: Tx, candidate: Candidate, version: Version | undefined): Promise<Review> {
  const sampleOnly = version?.sample === true && !candidate.sample;
  const before = version === undefined || sampleOnly ? undefined : version;
  const record = before && (await readableRecord(db, before));
  const base = before && record && { ...before, record };
  const changes = compareRecords(base?.record, candidate.record);
  return {
    candidate,
    base,
    changes,
    outliers: findOutliers(candidate.record, base?.record),
    needsReason: changesPast(changes) || restates(base?.about, candidate.about) || (before !== undefined && base === undefined),
  };
}

/** Whether something else is stated of public figures than before; what was not stated may be added. */
function restates(before: PortfolioAbout | undefined, { disclosure }: PortfolioAbout): boolean {
  if (before === undefined) return false;
  const stated = Object.entries({ actual_since: undefined, ...before.disclosure });
  return stated.some(([key, value]) => disclosure?.[key as DisclosureKey] !== value);
}

export async function reviewDraft(db: Tx, draft: RecordDraft): Promise<Review> {
  const { id, group, about } = draft;
  const record = await readDraftRecord(db, draft);
  return reviewOf(db, { id, group, about, record, sample: false }, await latestVersion(db, id));
}

export function countsOf({ changes, outliers }: Review): OriginChanges {
  return { added: changes.added.length, lost: changes.lost.length, restated: changes.restated.length, confirmed: outliers.length };
}

/** The name of a line in descriptions of changes. */
export function lineName({ candidate, base }: Review, line: LineKey): string {
  return line === 'portfolio' ? 'portfolio' : candidate.about[line] || base?.about[line] || line;
}

/** Figures as they are shown; '' when there is none. `sameDay`: the new record's figures as of the former record's last day. */
export type ChangedFigures = {
  baseDay: number | undefined;
  lastDay: number;
  rows: readonly { figure: string; line: string; before: string; sameDay: string; after: string }[];
};

/** Whether the figures that the site would show of a record are of under twelve months. */
export function isUnderOneYear(candidate: Omit<Parameters<typeof detailOf>[0], 'version'>): boolean {
  const last = present(candidate.record.days.at(-1));
  return detailOf({ ...candidate, version: 0 }, last, { riskFree: 0, analytics: false })?.under_one_year === true;
}

/** All headline figures before and after a change. */
export function changedFigures({ base, candidate }: Review, riskFree: StatedRates): ChangedFigures {
  const stored = { ...candidate, version: (base?.version ?? 0) + 1 };
  const last = candidate.record.days.at(-1)!;
  const at = (one: Parameters<typeof detailOf>[0], day: number) => linesFrom(detailOf(one, day, { riskFree, analytics: true }));
  const before = base === undefined ? [] : at(base, base.lastDay);
  const sameDay = base === undefined ? [] : at(stored, base.lastDay);
  const after = at(stored, last);
  const figure = (lines: readonly (typeof after)[number][], index: number, metric: (typeof metrics)[number]) =>
    lines[index] === undefined ? '' : shownFigure(metric, lines[index], index === 0);
  const rows = metrics.flatMap((metric) =>
    [0, 1, 2].flatMap((index) => {
      const [old, same, now] = [before, sameDay, after].map((lines) => figure(lines, index, metric)) as [string, string, string];
      const line = index === 0 ? 'portfolio' : (after[index]?.name ?? before[index]?.name ?? '');
      return old === '' && same === '' && now === ''
        ? []
        : [{ figure: labelFor(metric, candidate.about), line, before: old, sameDay: same, after: now }];
    }),
  );
  return { baseDay: base?.lastDay, lastDay: last, rows };
}

function linesFrom(detail: PortfolioDetail | undefined) {
  return detail === undefined ? [] : figureLines(detail);
}
