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

  it('are cut at 120 characters on their cards, never at a space', () => {
    for (const { textIntro } of postings) expect(excerpt(textIntro)).not.toMatch(/\s…$/);
    expect(excerpt('x'.repeat(EXCERPT_LENGTH + 1))).toBe(`${'x'.repeat(EXCERPT_LENGTH)}…`);
    expect(excerpt('x'.repeat(EXCERPT_LENGTH))).toBe('x'.repeat(EXCERPT_LENGTH));
  });

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
