import { describe, expect, it } from 'vitest';
import { categories, excerpt, EXCERPT_LENGTH, postingPage, postingPath } from '../../contract/posting.ts';
import { postings } from './postings.ts';

describe('the postings', () => {
  it('stand in a category each', () => {
    for (const { id } of postings) expect(categories.map((category) => category.id)).toContain(id);
  });

  it.each(postings)('$slug has every text, a place, and dates in order', (posting) => {
    expect(posting.title1).toMatch(/^\S.* \| \S/);
    expect(posting.slug).toMatch(/^[a-z0-9-]+$/);
    for (const list of [
      posting.textResponsibility,
      posting.textSkills,
      posting.textPersonal,
      posting.textSoftware,
      posting.textNiceToHave,
    ]) {
      expect(list.length).toBeGreaterThanOrEqual(3);
      expect(new Set(list).size).toBe(list.length);
    }
    expect(posting.datePosted < posting.validThrough).toBe(true);
  });

  it('say nothing twice', () => {
    const texts = postings.flatMap((posting) => [
      posting.textIntro,
      ...posting.textResponsibility,
      ...posting.textPersonal,
      posting.slug,
      posting.title2,
    ]);
    expect(new Set(texts).size).toBe(texts.length);
  });

  it('are cut on their cards behind the last word that fits into 120 characters', () => {
    for (const { textIntro } of postings) {
      const cut = excerpt(textIntro);
      if (cut === textIntro) continue;
      const words = cut.slice(0, -1);
      expect(words.length).toBeLessThanOrEqual(EXCERPT_LENGTH);
      expect(textIntro.startsWith(words)).toBe(true);
      expect(textIntro.slice(words.length), 'what follows begins no sooner than with a space or a mark').toMatch(/^[\s,;:.–—-]/);
      expect(words).toMatch(/[\p{L}\p{N})’]$/u);
      // The next word would have exceeded the limit.
      expect((/^\S*\s+\S+/.exec(textIntro.slice(words.length))?.[0] ?? '').length + words.length).toBeGreaterThan(EXCERPT_LENGTH);
    }
  });

  it.each([
    ['a text that fits', 'x'.repeat(120), 'x'.repeat(120)],
    ['one word too long', 'x'.repeat(121), `${'x'.repeat(120)}…`],
    ['a word that ends at the last character', `${'x'.repeat(60)} ${'y'.repeat(59)} z`, `${'x'.repeat(60)} ${'y'.repeat(59)}…`],
    ['a word that ends behind it', `${'x'.repeat(60)} ${'y'.repeat(60)} z`, `${'x'.repeat(60)}…`],
    ['a comma before the cut', `${'x'.repeat(60)}, ${'y'.repeat(60)}`, `${'x'.repeat(60)}…`],
    ['a dash before the cut', `${'x'.repeat(60)} – ${'y'.repeat(60)}`, `${'x'.repeat(60)}…`],
    ['no half of a sign', `${'x'.repeat(119)}😀😀`, `${'x'.repeat(119)}…`],
  ])('are cut so: %s', (_, text, shown) => expect(excerpt(text)).toBe(shown));

  it('have each an address', () => {
    expect(postingPath({ slug: 'content-manager' })).toBe('/jobs?position=content-manager');
  });

  it.each(postings)('$slug has a page of its own, for as long as it is open', (posting) => {
    const page = postingPage(posting);
    expect(page).toMatchObject({ path: `/jobs?position=${posting.slug}`, component: 'jobs', indexed: true, until: posting.validThrough });
    expect(page.canonical).toBe(page.path);
    expect(page.title).toBe(`${posting.title2}, ${posting.title1.split(' | ')[0]} | Cognitive PRO`);
    expect(page.description.length).toBeLessThanOrEqual(200);
  });
});
