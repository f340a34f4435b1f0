import fc from 'fast-check';
import { afterEach, expect, it, vi } from 'vitest';
import { TIMES_HASH } from '../../contract/meeting-page.ts';
import { themeOf } from '../../contract/theme.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

async function openAt(address: string, type = 'navigate') {
  const { pathname, hash, search, origin } = new URL(`https://site.test${address}`);
  const opened: string[] = [];
  const dataset: Record<string, string> = { theme: themeOf(pathname) };
  vi.stubGlobal('location', { pathname, hash, search, replace: (to: string) => opened.push(new URL(to, origin).href) });
  const shown: string[] = [];
  vi.stubGlobal('history', { replaceState: (_state: unknown, _title: string, to: string) => shown.push(to) });
  vi.stubGlobal('document', { documentElement: { dataset }, cookie: '', currentScript: { dataset: {} } });
  vi.stubGlobal('addEventListener', () => undefined);
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([{ type } as unknown as PerformanceEntry]);
  vi.resetModules();
  // A plain script, as in documents, not a module that types know.
  const script = './head-script.ts';
  await import(script);
  return { theme: dataset['theme'], opened, fresh: 'fresh' in dataset, tab: dataset['tab'], times: dataset['times'], shown };
}

const path = fc.oneof(fc.constantFrom('/', '/about', '/cognitivepro', '/bookLanding', '/confirm', '/formsent', '/nothing'), fc.webPath());
const hash = fc.oneof(
  fc.constantFrom('', '#cognitivepro', '#confirm', '#x-formsent-y', '#main'),
  fc.webFragments().map((text) => `#${text}`),
);

it('gives every address the theme that the contract gives it', async () => {
  await fc.assert(
    fc.asyncProperty(path, hash, async (where, part) => {
      const url = new URL(`https://site.test${where}${part}`);
      const { theme, opened } = await openAt(where + part);
      if (opened.length === 0) expect(theme).toBe(themeOf(url.pathname + url.hash));
    }),
  );
});

it('leaves no section out when a visitor goes back to where they were', async () => {
  expect((await openAt('/about')).fresh).toBe(true);
  for (const type of ['back_forward', 'reload']) expect((await openAt('/about', type)).fresh).toBe(false);
});

it('notes the tab that an address asks for, before anything is painted', async () => {
  expect((await openAt('/careers?notice=closed&department=data-science')).tab).toBe('data-science');
  for (const address of ['/careers', '/careers?department=', '/careers?my-department=x'])
    expect((await openAt(address)).tab).toBeUndefined();
});

it('takes the token of a link to choose a time out of the address, and nothing else', async () => {
  const token = 'x_-'.repeat(14) + 'y';
  expect(await openAt(`/bookLanding?theme=light${TIMES_HASH}${token}`)).toMatchObject({
    times: token,
    shown: ['/bookLanding?theme=light'],
  });
  for (const part of ['', TIMES_HASH, `${TIMES_HASH}${token}z`, '#main'])
    expect(await openAt(`/bookLanding${part}`)).toMatchObject({ times: undefined, shown: [] });
});

it('opens an old-style address as the page it means', async () => {
  expect((await openAt('/#/about')).opened).toEqual(['https://site.test/about']);
  expect((await openAt('/#/jobs?position=x')).opened).toEqual(['https://site.test/jobs?position=x']);
  expect((await openAt('/about#/careers')).opened).toEqual([]);
});

it('never leads to another site', async () => {
  const tail = fc.oneof(fc.constantFrom('/evil.test', '\\evil.test', '//evil.test', '/\\evil.test', '@evil.test'), fc.string());
  await fc.assert(
    fc.asyncProperty(tail, async (text) => {
      const { opened } = await openAt(`/#/${text}`);
      for (const address of opened) expect(new URL(address).origin).toBe('https://site.test');
    }),
  );
});
