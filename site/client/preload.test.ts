import { afterEach, beforeEach, expect, it, vi } from 'vitest';

type Link = EventTarget & { rel: string; href: string };

let links: Link[] = [];
const knows = new Set(['stylesheet', 'modulepreload', 'preload']);

beforeEach(() => {
  links = [];
  vi.resetModules();
  const made = () => Object.assign(new EventTarget(), { remove: () => undefined, relList: { supports: (rel: string) => knows.has(rel) } });
  vi.stubGlobal('document', { createElement: made, head: { append: (link: Link) => links.push(link) } });
});
afterEach(() => vi.unstubAllGlobals());

const load = vi.fn<() => Promise<string>>(async () => 'loaded');

it('asks for all files at once, and runs the code when its styles are there', async () => {
  const { __vitePreload: preload } = await import('./preload.ts');
  load.mockClear();
  const loading = preload(load, ['assets/a.js', 'assets/a.css']);
  expect(links.map(({ rel, href }) => [rel, href])).toEqual([
    ['modulepreload', '/assets/a.js'],
    ['stylesheet', '/assets/a.css'],
  ]);
  await Promise.resolve();
  expect(load).not.toHaveBeenCalled();
  links[1]?.dispatchEvent(new Event('load'));
  expect(await loading).toBe('loaded');
  // Nothing is asked for a second time.
  expect(await preload(load, ['assets/a.js', 'assets/a.css'])).toBe('loaded');
  expect(links).toHaveLength(2);
});

it('fails with styles that do not come, and asks for them again', async () => {
  const { __vitePreload: preload } = await import('./preload.ts');
  load.mockClear();
  const failing = preload(load, ['assets/a.css']);
  links[0]?.dispatchEvent(new Event('error'));
  await expect(failing).rejects.toThrow('assets/a.css');
  expect(load).not.toHaveBeenCalled();
  const again = preload(load, ['assets/a.css']);
  links[1]?.dispatchEvent(new Event('load'));
  expect(await again).toBe('loaded');
});

it('asks a browser that knows no modulepreload for a script', async () => {
  knows.delete('modulepreload');
  const { __vitePreload: preload } = await import('./preload.ts');
  await preload(load, ['assets/a.js']);
  knows.add('modulepreload');
  expect(links[0]?.rel).toBe('preload');
});
