import type { LeadWork } from '../../contract/desk/lead-facts.ts';
import { leadStateWords } from '../../contract/desk/lead-states.ts';

/** What somebody else made of it meanwhile, in a sentence; what was wanted is said beside it. */
export function conflictWords(now: LeadWork, wanted: string, nameOf: (account: string | null) => string): string {
  return `It is ${leadStateWords[now.state]} now and belongs to ${nameOf(now.owner)}. Yours was not carried out: ${wanted}.`;
}

/** Those of the staff whom a note names: each whose name stands behind an @. The longer name first, so that @Ada Rossi is not @Ada. */
export function mentionsIn(text: string, colleagues: readonly { id: string; name: string }[]): string[] {
  let rest = text.toLocaleLowerCase('en');
  const named: string[] = [];
  for (const { id, name } of colleagues.toSorted((a, b) => b.name.length - a.name.length)) {
    const sign = `@${name.toLocaleLowerCase('en')}`;
    if (!rest.includes(sign)) continue;
    named.push(id);
    rest = rest.replaceAll(sign, '');
  }
  return named;
}

/** Of the name that somebody is typing at the end of `text`, behind an @; undefined where none is. */
export function typedName(text: string): string | undefined {
  return /(?:^|\s)@([\p{L}\p{M}'. -]{0,40})$/u.exec(text)?.[1];
}

/** Whose names begin so. */
export function namesLike<Colleague extends { name: string }>(typed: string, colleagues: readonly Colleague[]): Colleague[] {
  const start = typed.toLocaleLowerCase('en');
  return colleagues.filter(({ name }) => {
    const words = name.toLocaleLowerCase('en');
    return words !== start && (words.startsWith(start) || words.split(' ').some((word) => word.startsWith(start)));
  });
}
