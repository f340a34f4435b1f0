import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parentPort, workerData } from 'node:worker_threads';
import { brotliCompressSync, constants } from 'node:zlib';
import type { CareersRendering } from '../../contract/careers-page.ts';
import type { ShownCampaign } from '../../contract/campaign-rendering.ts';
import { limits } from '../../contract/limits.ts';
import type { InsightsRendering } from '../../contract/insights-page.ts';
import type { SiteRendering, Worn } from '../../contract/rendering.ts';
import { withWords } from '../../contract/content-fields.ts';
import { itemsOf } from '../../contract/content-lists.ts';
import { markTexts } from './mark-texts.ts';
import type { RenderAsked, RenderTask, WeighedPage } from './render-thread.ts';

// Started by render-thread.ts. The content reads the words as it loads, so each thread renders one version of them.
const { folder, words, task } = workerData as RenderAsked;
Object.assign(globalThis, {
  siteWords: words,
  siteContent: (part: string, shipped: unknown) => {
    const content = withWords(part, shipped, words, itemsOf(words));
    return task.kind === 'marked' ? markTexts(words, part, content) : content;
  },
});
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's port has no origin
parentPort?.postMessage(await run(task));

async function run(asked: RenderTask): Promise<unknown> {
  switch (asked.kind) {
    case 'insights':
      return (await load<InsightsRendering>('insights')).renderInsights(asked.props);
    case 'careers': {
      const { renderCareersPage, sitemap } = await load<CareersRendering>('careers');
      const dress = worn();
      const pages = asked.pages.map(({ page, kind }) => renderCareersPage(page, asked.openings, dress, kind));
      return { pages: await Promise.all(pages), sitemap: sitemap(asked.openings.open) };
    }
    case 'changed':
      return changedPages();
    case 'campaign': {
      const { renderCampaign } = await load<SiteRendering>('site');
      const shown = asked.marked === true ? markedCampaign(asked.campaign) : asked.campaign;
      const pages = await Promise.all(asked.views.map((view) => renderCampaign(shown, view, worn())));
      return pages.map((page): WeighedPage => ({ ...page, bytes: weigh(page.html) }));
    }
    case 'marked': {
      const { everyPage, renderDocument } = await load<SiteRendering>('site');
      const page = everyPage.find(({ path }) => path === asked.path);
      return page === undefined ? undefined : renderDocument(page, worn());
    }
  }
}

/** The campaign with marks around the texts of its sections that name their paths (mark-texts.ts). */
function markedCampaign({ page, ...campaign }: ShownCampaign): ShownCampaign {
  const sections = page.sections.map((section) => ({
    ...section,
    texts: markTexts({}, section.key, section.texts) as typeof section.texts,
  }));
  return { ...campaign, page: { ...page, sections } };
}

/** Bytes after Brotli at quality 5, which is 40 ms quicker; at quality 9, by which limits are counted, only where the page is over the limit at 5. */
function weigh(html: string): number {
  const at = (quality: number) => brotliCompressSync(html, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }).length;
  const quick = at(5);
  return quick > limits.pageHtml ? at(9) : quick;
}

/** The pages that differ from the built ones. One after the other: the first is sent sooner, and memory stays small. */
async function changedPages(): Promise<WeighedPage[]> {
  const { everyPage, renderDocument } = await load<SiteRendering>('site');
  const { pages: built } = JSON.parse(readFileSync(join(folder, 'site.json'), 'utf8')) as { pages: Record<string, { file: string }> };
  const dress = worn();
  const changed: WeighedPage[] = [];
  for (const page of everyPage) {
    const file = built[page.path]?.file;
    if (file === undefined) continue;
    const rendered = await renderDocument(page, dress);
    if (rendered.html === readFileSync(join(folder, 'site', file), 'utf8')) continue;
    changed.push({ ...rendered, bytes: weigh(rendered.html) });
  }
  return changed;
}

function load<Module>(name: string): Promise<Module> {
  return import(/* @vite-ignore */ pathToFileURL(join(folder, 'render', `${name}.js`)).href) as Promise<Module>;
}

function worn(): Worn {
  return JSON.parse(readFileSync(join(folder, 'render/worn.json'), 'utf8')) as Worn;
}
