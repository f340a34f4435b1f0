import { describe, expect, it } from 'vitest';
import { categories, excerpt, EXCERPT_LENGTH, openPosting, postingPage, postingPath, postingsOf } from '../../contract/job.ts';
import { careers } from './careers.ts';
import { postings } from './postings.ts';

describe('the postings', () => {
  it('are the seven of the specification, by category', () => {
    const titles = (tab: number) => postingsOf(postings, tab).map((posting) => posting.title2);
    expect(categories.map(({ id, label }) => `${label} (${id})`)).toEqual([
      'ALL (0)',
      'CONTENT MANAGEMENT (1)',
      'NETWORK / SYSADMIN (2)',
      'DATA SCIENCE (3)',
      'SOFTWARE DEVELOPMENT (4)',
    ]);
    expect(titles(0)).toHaveLength(7);
    expect(titles(1)).toEqual(['Content Manager', 'Social Media Manager']);
    expect(titles(2)).toEqual(['Senior System Administrator', 'Junior System Administrator']);
    expect(titles(3)).toEqual(['Junior AI & Data', 'Junior AI & Data (internship)']);
    expect(titles(4)).toEqual(['Junior Full-stack Developer']);
  });

  it.each(postings)('$slug has every text, in Milan, with dates in order', (posting) => {
    expect(posting.title1).toMatch(/^Milan \| \S/);
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
    for (const { textIntro } of postings) {
      const shown = excerpt(textIntro);
      expect(shown).toBe(`${textIntro.slice(0, EXCERPT_LENGTH)}…`);
      expect(shown).not.toMatch(/\s…$/);
    }
    expect(excerpt('x'.repeat(EXCERPT_LENGTH))).toBe('x'.repeat(EXCERPT_LENGTH));
  });

  it('are found by their address while they are open', () => {
    const [first] = postings;
    expect(postingPath(first!)).toBe('/jobs?position=content-manager');
    expect(openPosting(postings, first!.slug, first!.validThrough)).toBe(first);
    expect(openPosting(postings, first!.slug, '2030-01-01')).toBeUndefined();
    for (const slug of ['nothing', '', undefined, null, 7, {}]) expect(openPosting(postings, slug, '2026-11-21')).toBeUndefined();
  });

  it.each(postings)('$slug has a page of its own, for as long as it is open', (posting) => {
    const page = postingPage(posting);
    expect(page).toMatchObject({ path: `/jobs?position=${posting.slug}`, component: 'jobs', indexed: true, until: posting.validThrough });
    expect(page.canonical).toBe(page.path);
    expect(page.title).toBe(`${posting.title2}, Milan | Cognitive PRO`);
    expect(page.description.length).toBeLessThanOrEqual(200);
  });

  it('invite whoever does not find one', () => {
    expect(careers.spontaneous.title).toBe("Don't You See A Position Suitable For Your Professional Skills Among The Open Ones?");
  });
});
