import { describe, expect, it } from 'vitest';
import { pageOf, pages } from './pages.ts';
import { themeOf } from './theme.ts';

describe('pages', () => {
  it('have each a path of its own, a title and a description that fits a search result', () => {
    expect(new Set(pages.map((page) => page.path)).size).toBe(pages.length);
    for (const page of pages) {
      expect(page.path).toMatch(/^\/([A-Za-z]+(\/[A-Za-z]+(-[a-z]+)*)*)?$/);
      expect(page.title.length).toBeGreaterThan(10);
      expect(page.description.length).toBeGreaterThan(20);
      expect(page.description.length).toBeLessThanOrEqual(200);
    }
  });

  it('that are not indexed name the page that is, or stand by themselves', () => {
    for (const page of pages.filter((one) => !one.indexed)) {
      expect(page.canonical, page.path).toBeDefined();
      expect(page.canonical === page.path || pageOf(page.canonical!)?.indexed, page.path).toBe(true);
    }
  });

  it('that are modes of another name it', () => {
    for (const page of pages.filter((one) => one.mode)) expect(page.canonical, page.path).not.toBe(page.path);
  });

  it('that carry a token are without scripts and out of the index', () => {
    const tokens = pages.filter((page) => page.component === 'verify');
    const modes = ['ask', 'pick', 'pick-one', 'declined', 'used', 'expired', 'superseded', 'unknown', 'sent', 'unavailable'];
    const pool = ['talent-pool', 'talent-pool-joined', 'talent-pool-leave', 'talent-pool-left'];
    const choices = ['unsubscribe', 'unsubscribed', 'newsletter', 'subscribed', ...pool, 'no-subscription'];
    expect(tokens.map((page) => page.mode)).toEqual([...modes, ...choices]);
    for (const page of tokens) expect(page).toMatchObject({ scripts: false, indexed: false });
    const meetings = pages.filter((page) => page.path.startsWith('/verify') && !tokens.includes(page));
    const states = ['choose', 'booked', 'cancel', 'full', 'often', 'expired', 'unknown', 'unavailable'];
    expect(meetings.map((page) => [page.component, page.mode])).toEqual(states.map((mode) => ['meeting', mode]));
    for (const page of meetings) expect(page).toMatchObject({ scripts: false, indexed: false });
  });
});

describe('pageOf', () => {
  it('finds a page with or without a slash at its end', () => {
    expect(pageOf('/cognitivepro')?.path).toBe('/cognitivepro');
    expect(pageOf('/cognitivepro/')?.path).toBe('/cognitivepro');
    expect(pageOf('/')?.path).toBe('/');
  });

  it('finds nothing at an unknown address', () => {
    expect(pageOf('/nowhere')).toBeUndefined();
    expect(pageOf('/Cognitivepro')).toBeUndefined();
    expect(pageOf('')).toBeUndefined();
  });
});

describe('themeOf', () => {
  it.each([
    ['/', 'light'],
    ['/about', 'light'],
    ['/cognitivepro', 'dark'],
    ['/confirm', 'dark'],
    ['/formsent', 'dark'],
    ['/#/cognitivepro', 'dark'],
    ['/insights#confirm', 'dark'],
    ['/bookLanding', 'light'],
  ])('of %s is %s', (address, theme) => {
    expect(themeOf(address)).toBe(theme);
  });
});
