import type { countApplicationsCall } from '../../../contract/calls/desk/application-calls.ts';
import { openStages, stageWords, type ApplicationStage } from '../../../contract/desk/application-stages.ts';
import type { CallOutput } from '../../../contract/calls/desk/call.ts';
import { positionWords } from '../../../contract/posting.ts';
import type { ApplicationsFilter } from './applications-filter.ts';

type Counted = CallOutput<typeof countApplicationsCall>;
export type ApplicationCounts = Counted['counts'];
export type ViewCounts = Counted['views'];

/** @param stages undefined: all stages */
export function countOf(counts: ApplicationCounts, stages?: readonly ApplicationStage[], position?: string): number {
  return counts
    .filter((one) => (stages?.includes(one.stage) ?? true) && (position === undefined || one.position === position))
    .reduce((sum, { count }) => sum + count, 0);
}

export const orderWords = {
  newest: 'newest first',
  oldest: 'oldest first',
  changed: 'last changed first',
  name: 'by name',
} as const;

/** A line above the list: what it shows, how many if known, and the order. */
export function listWords(filter: ApplicationsFilter, counts: ApplicationCounts): string {
  const { view, stage, position, sort = 'newest', ...narrowing } = filter;
  const isNarrowed = Object.values(narrowing).some((one) => one !== undefined);
  const of = position === undefined ? 'for all positions' : `for ${positionWords(position)}`;
  const order = orderWords[sort];
  if (view === 'spam') return `Suspected spam ${of}, ${order}`;
  if (view === 'mine') return `Open ones of yours ${of}, ${order}`;
  const stages = stage === undefined ? (view === 'open' ? openStages : undefined) : [stage];
  const where = stage === undefined ? (view === 'open' ? 'open' : 'in any stage') : `in ${stageWords[stage]}`;
  return isNarrowed
    ? `Those that fit, of ${countOf(counts, stages, position)} ${where} ${of}, ${order}`
    : `${countOf(counts, stages, position)} ${where} ${of}, ${order}`;
}
