import type { TrackRecord } from '../../../contract/figures/record.ts';
import type { PortfolioGroup } from '../../../contract/portfolio.ts';
import type { Tx } from '../../store/store.ts';
import { changesPast, compareRecords, type Changes, type LineKey } from './record-changes.ts';
import { readDraftRecord, type RecordDraft } from './record-drafts.ts';
import { findOutliers, type Outlier } from './outliers.ts';
import type { PortfolioAbout } from './portfolio-about.ts';
import { latestVersion, readableRecord, type OriginChanges, type Version } from './records.ts';

export type Candidate = { id: string; group: PortfolioGroup; about: PortfolioAbout; record: TrackRecord; sample: boolean };

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
    needsReason: changesPast(changes) || (before !== undefined && base === undefined),
  };
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
