import { afterEach, describe, expect, it, vi } from 'vitest';
import account from '../../contract/demo-account.json' with { type: 'json' };
import { sampleDates } from '../../contract/figures/reporting-date.ts';
import type { ShownPortfolio } from '../../contract/insights-page.ts';
import type { Paper } from '../../contract/paper.ts';
import { createDataClient } from './data-client.ts';
import { loadPapers, loadPortfolios, type LogFailure } from './load-data.ts';

afterEach(() => void vi.unstubAllGlobals());

const shownBefore = (portfolios: readonly ShownPortfolio[]) => ({ portfolios, dates: sampleDates });

type Answer = { status?: number; body?: unknown };

function api(answer: (path: string, token: string | null) => Answer) {
  const calls: string[] = [];
  let tokens = 0;
  const fetch: typeof globalThis.fetch = async (input, init = {}) => {
    if (typeof input !== 'string') throw new TypeError('an address is text here');
    const path = input.replace('https://api.test', '');
    const token = new Headers(init.headers).get('authorization');
    calls.push(path);
    if (path === '/builder/v1/login') {
      expect(JSON.parse(init.body as string)).toEqual(account);
      return Response.json({ msg: { TOKEN: `t${++tokens}` } });
    }
    const { status = 200, body = {} } = answer(path, token);
    return Response.json(body, { status });
  };
  const kept = new Map<string, string>();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  });
  return { calls, kept, client: () => createDataClient({ origin: 'https://api.test', fetch }) };
}

const website = '/builder/website/portfolios/?date=2024-12-31';
const cognitive = '/builder/website/cognitive/portfolios/?date=2024-12-30';
const figures = (id: string, net: number) => ({ id, net_return_pf: net });

describe('the portfolios', () => {
  it('are one list of both groups, the highest annualized net return first, in one round after one login', async () => {
    const { calls, kept, client } = api((path) => ({ body: path === website ? [figures('a', 1), figures('b', 7)] : [figures('c', 3)] }));
    const { portfolios: shown } = await loadPortfolios(client(), vi.fn<LogFailure>(), shownBefore([]));
    expect(shown.map(({ id, group }) => [id, group])).toEqual([
      ['b', 'website'],
      ['c', 'cognitive'],
      ['a', 'website'],
    ]);
    expect(calls).toEqual(['/builder/v1/login', website, cognitive]);
    expect(kept.get('TOKEN')).toBe('t1');
  });

  it('are asked for one by one where the lists bring ids only', async () => {
    const { calls, client } = api((path) => {
      if (path.includes('portfolios/')) return { body: path === website ? [{ id: 'a' }, { id: 'b/c' }] : [] };
      return { body: figures(path.includes('/a?') ? 'a' : 'b/c', path.includes('/a?') ? 1 : 2) };
    });
    expect((await loadPortfolios(client(), vi.fn<LogFailure>(), shownBefore([]))).portfolios.map(({ id }) => id)).toEqual(['b/c', 'a']);
    expect(calls.slice(3)).toEqual(['/builder/website/portfolio/a?date=2024-12-31', '/builder/website/portfolio/b%2Fc?date=2024-12-31']);
  });

  it('of a group that fails are logged, and the others show', async () => {
    const log = vi.fn<LogFailure>();
    const { client } = api((path) => (path === website ? { status: 503 } : { body: [figures('c', 3)] }));
    expect((await loadPortfolios(client(), log, shownBefore([]))).portfolios.map(({ id }) => id)).toEqual(['c']);
    expect(log).toHaveBeenCalledExactlyOnceWith('The website portfolios could not be loaded.', expect.objectContaining({ status: 503 }));
  });
});

describe('those that cannot be had', () => {
  it.each([
    ['one of three fails', { 'b?': 500 }, 1],
    ['a group fails', { 'portfolios/': 503 }, 'some'],
    ['none fails', {}, 0],
  ] as const)('are counted where %s', async (_, failing, missing) => {
    const { client } = api((path) => {
      const status = Object.entries(failing).find(
        ([part]) => path.startsWith(`/builder/website/portfolio`) && path.includes(`/${part}`),
      )?.[1];
      if (status) return { status };
      if (path === website) return { body: [{ id: 'a' }, { id: 'b' }] };
      return { body: path === cognitive ? [figures('c', 3)] : figures('a', 1) };
    });
    expect((await loadPortfolios(client(), vi.fn<LogFailure>(), shownBefore([]))).missing).toBe(missing);
  });
});

describe('what cannot be had again', () => {
  const before = [
    { ...figures('a', 9), group: 'website' },
    { ...figures('c', 5), group: 'cognitive' },
    { ...figures('d', 4), group: 'cognitive' },
  ] as ShownPortfolio[];

  it('stays as it was where a group fails', async () => {
    const { client } = api((path) => (path === cognitive ? { status: 503 } : { body: [figures('a', 1)] }));
    const { portfolios: shown } = await loadPortfolios(client(), vi.fn<LogFailure>(), shownBefore(before));
    expect(shown.map(({ id, net_return_pf }) => [id, net_return_pf])).toEqual([
      ['c', 5],
      ['d', 4],
      ['a', 1],
    ]);
  });

  it('stays as it was where one portfolio fails, and its neighbours are new', async () => {
    const log = vi.fn<LogFailure>();
    const { client } = api((path) => {
      if (path === website) return { body: [] };
      if (path === cognitive) return { body: [{ id: 'c' }, { id: 'd' }, { id: 'e' }] };
      return path.includes('/d?') ? { body: figures('d', 7) } : { status: 500 };
    });
    const { portfolios: shown } = await loadPortfolios(client(), log, shownBefore(before));
    expect(shown.map(({ id, net_return_pf }) => [id, net_return_pf])).toEqual([
      ['d', 7],
      ['c', 5],
    ]);
    expect(log.mock.calls.map(([what]) => what)).toEqual([
      'The figures of c could not be loaded.',
      'The figures of e could not be loaded.',
    ]);
  });

  it('stays as it was where the papers fail', async () => {
    const { client } = api(() => ({ status: 500 }));
    const papers = [{ id: 'p' }] as Paper[];
    expect(await loadPapers(client(), vi.fn<LogFailure>(), papers)).toBe(papers);
  });
});

describe('the token', () => {
  it('of an earlier page is used again', async () => {
    const { calls, kept, client } = api(() => ({ body: [] }));
    kept.set('TOKEN', 'old');
    await loadPortfolios(client(), vi.fn<LogFailure>(), shownBefore([]));
    expect(calls).toEqual([website, cognitive]);
  });

  it('is renewed once for all calls where it is over', async () => {
    const { calls, kept, client } = api((_, token) => (token === 'Bearer t1' ? { body: [] } : { status: 401 }));
    kept.set('TOKEN', 'old');
    const log = vi.fn<LogFailure>();
    await loadPortfolios(client(), log, shownBefore([]));
    expect(log).not.toHaveBeenCalled();
    expect(calls.filter((path) => path === '/builder/v1/login')).toHaveLength(1);
    expect(kept.get('TOKEN')).toBe('t1');
  });

  it('is not renewed again and again', async () => {
    const { calls, client } = api(() => ({ status: 401 }));
    const log = vi.fn<LogFailure>();
    expect(await loadPortfolios(client(), log, shownBefore([]))).toEqual({ portfolios: [], missing: 'some' });
    expect(log).toHaveBeenCalledTimes(2);
    expect(calls.filter((path) => path === '/builder/v1/login').length).toBeLessThanOrEqual(3);
  });

  it('is not needed for the papers, which log a failure, too', async () => {
    const { calls, client } = api(() => ({ status: 500 }));
    const log = vi.fn<LogFailure>();
    expect(await loadPapers(client(), log, [])).toEqual([]);
    expect([calls, log.mock.calls.length]).toEqual([['/builder/v1/website/papers/'], 1]);
  });
});
