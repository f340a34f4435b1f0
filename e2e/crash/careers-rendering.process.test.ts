import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import type { CareersRendering } from '../../contract/careers-page.ts';
import { plainFormPaths } from '../../contract/form-pages.ts';
import type { Worn } from '../../contract/rendering.ts';
import { careersPages } from '../../server/recruiting/positions/position-pages.ts';
import { everyEighthRun } from '../../server/testing/rotation.testing.ts';

const dist = join(import.meta.dirname, '../../dist');
const read = (path: string) => readFileSync(join(dist, path), 'utf8');

everyEighthRun(test, 7)(
  'the server renders the pages of positions byte by byte as the build does, policies and sitemap included',
  async () => {
    const { builtPostings: open, ...render } = (await import(pathToFileURL(join(dist, 'render/careers.js')).href)) as CareersRendering;
    const worn = JSON.parse(read('render/worn.json')) as Worn;
    const openings = { open, known: open.map(({ slug }) => slug) };
    const pages = await Promise.all(careersPages(openings).map(({ page, kind }) => render.renderCareersPage(page, openings, worn, kind)));
    const built = (JSON.parse(read('site.json')) as { pages: Record<string, { file: string; csp: string }> }).pages;
    // The result pages of application forms sent without JavaScript are rendered by the build only.
    const answers = new Set<string>(Object.values(plainFormPaths).flatMap(({ refused, sent }) => [refused, sent]));
    expect(pages.map(({ path }) => path).toSorted()).toEqual(
      Object.keys(built)
        .filter((path) => /^\/(careers|jobs)/.test(path) && !answers.has(path))
        .toSorted(),
    );
    for (const { path, html, csp } of pages) {
      const row = built[path]!;
      // Compared without expect's message, which would print two whole documents.
      expect([path, html === read(`site/${row.file}`), csp]).toEqual([path, true, row.csp]);
    }
    expect(render.sitemap(open)).toBe(read('site/sitemap.xml'));
  },
);
