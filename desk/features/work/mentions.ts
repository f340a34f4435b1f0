type Named = { id: string; name: string };

const WORD = /(?:^|\s)@([\p{L}\p{M}'-]+)/gu;

/**
 * Finds the colleagues whom a note mentions with an @: by full name, longer names first so that @Ada Rossi is not @Ada, or by a part of a name that
 * only one colleague has. `unknown`: mentions that fit nobody or several.
 */
export function mentionsIn(text: string, colleagues: readonly Named[]): { named: string[]; unknown: string[] } {
  let rest = text.toLocaleLowerCase('en');
  const named = new Set<string>();
  for (const { id, name } of colleagues.toSorted((a, b) => b.name.length - a.name.length)) {
    const sign = `@${name.toLocaleLowerCase('en')}`;
    if (!rest.includes(sign)) continue;
    named.add(id);
    rest = rest.replaceAll(sign, '');
  }
  const unknown: string[] = [];
  for (const [, word = ''] of rest.matchAll(WORD)) {
    const [first, ...others] = colleagues.filter(({ name }) => name.toLocaleLowerCase('en').split(' ').includes(word));
    if (first !== undefined && others.length === 0) named.add(first.id);
    else unknown.push(`@${word}`);
  }
  return { named: [...named], unknown };
}

/** The unfinished name behind an @ at the end of `text`; undefined if there is none. */
export function typedName(text: string): string | undefined {
  return /(?:^|\s)@([\p{L}\p{M}'. -]{0,40})$/u.exec(text)?.[1];
}

/** Colleagues with a name that starts with `typed`. */
export function namesLike<Colleague extends { name: string }>(typed: string, colleagues: readonly Colleague[]): Colleague[] {
  const start = typed.toLocaleLowerCase('en');
  return colleagues.filter(({ name }) => {
    const words = name.toLocaleLowerCase('en');
    return words !== start && (words.startsWith(start) || words.split(' ').some((word) => word.startsWith(start)));
  });
}
