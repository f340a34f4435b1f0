import type { SeveralOutcome } from '../../../contract/calls/desk/several-calls.ts';
import type { LeadSection } from '../../../contract/desk/lead-facts.ts';

type Left = SeveralOutcome['left'][number];

/** How many names a sentence lists; further ones are only counted. */
const NAMED = 5;

/** A sentence for each reason why some of the chosen requests were not changed. @param nameOf the name of an account */
export function leftWords(left: readonly Left[], nameOf: (account: string | null) => string): string[] {
  const groups = Map.groupBy(left, ({ why, by }) => `${why} ${by ?? ''}`);
  return [...groups.values()].map((some) => {
    const [first] = some;
    const names = some.map(({ name }) => name).filter((name) => name !== '');
    const more = names.length - NAMED;
    const listed = names.length === 0 ? '' : `: ${names.slice(0, NAMED).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
    return first === undefined ? '' : `${some.length} ${why(first, some.length === 1, nameOf)}${listed}.`;
  });
}

function why({ why: reason, by }: Left, isOne: boolean, nameOf: (account: string | null) => string): string {
  const [was, is] = isOne ? ['was', 'is'] : ['were', 'are'];
  const who = by === null ? '' : ` by ${nameOf(by)}`;
  if (reason === 'taken') return `${was} taken${who} meanwhile`;
  if (reason === 'changed') return `${was} changed${who} meanwhile`;
  if (reason === 'same') return `${was} so already`;
  if (reason === 'spam') return `${is} marked as spam already`;
  return reason === 'sample' ? `${is} only ${isOne ? 'a sample' : 'samples'}` : `${is} not there any more`;
}

export function someOf(section: LeadSection, count: number): string {
  return count === 1 ? (section === 'application' ? 'an application' : `a ${section}`) : `${count} ${section}s`;
}
