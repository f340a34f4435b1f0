import type { CallOutput } from '../../../contract/calls/desk/call.ts';
import type { readFigures } from '../../../contract/calls/desk/figure-calls.ts';

export type PortfolioPage = CallOutput<typeof readFigures>;

export const groupNames = { website: 'Website portfolios', cognitive: 'Cognitive portfolios' } as const;

export function draftAddress(id: string, draft: number): string {
  return `/figures/${encodeURIComponent(id)}?draft=${draft}`;
}

export function versionAddress(id: string, version: number): string {
  return `/figures/${encodeURIComponent(id)}?version=${version}`;
}

/** `21 days`, `1 day`. */
export function daysWords(count: number): string {
  return count === 1 ? '1 day' : `${countText(count)} days`;
}

export function countText(count: number): string {
  return count.toLocaleString('en-GB');
}

export const reportingAddress = '/reporting-date';
