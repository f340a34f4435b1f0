import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ContentField, Words } from '../../contract/content-fields.ts';
import { compressOnceAtBest } from '../http/compress-ahead.ts';
import type { LoadedSite } from '../http/site.ts';
import type { Log } from '../kernel/log.ts';
import { logOnce, repeat, type Repeated } from '../kernel/repeat.ts';
import type { Store } from '../store/store.ts';
import { publishDue } from './text-drafts.ts';
import type { ShownPictures } from './pictures/shown-pictures.ts';
import type { RenderWith } from './render-thread.ts';
import { currentWords, latestWords, shownValues } from './words.ts';

/** Milliseconds between two looks for a newer version. */
const EVERY = 1000;

/** Milliseconds that a publication waits for the best compression of its pages. */
const COMPRESSING = 600;

export type ShownWords = {
  /** The published words that pages show in place of those that ship, and their version; 0: nothing was published. */
  current: () => { number: number; words: Words };
  /** Looks for a newer version at once, and shows it. */
  refresh: () => Promise<void>;
  watch: () => Repeated;
};

type Parts = {
  store: Store;
  site: LoadedSite;
  pictures: Pick<ShownPictures, 'load'>;
  render: RenderWith;
  fields: () => ReadonlyMap<string, ContentField>;
  log: Log;
};

/** Shows the latest published words on the pages of this server. Pages stay as they are while the store does not answer or a page cannot be rendered. */
export function showWords({ store, site, pictures, render, fields, log }: Parts): ShownWords {
  let shown: { number: number; words: Words } = { number: 0, words: {} };
  let pages: ReadonlyMap<string, { etag: string }> = new Map();

  async function refresh(): Promise<void> {
    await publishDue(store, store.now());
    if ((await latestWords(store.db)) === shown.number) return;
    const { number, words: stored } = await currentWords(store.db);
    const words = shownValues(stored, fields());
    const showPictures = await pictures.load(words);
    const prepared = site.prepare(await render(words, { kind: 'changed' }));
    const fresh = [...prepared].filter(([path, { etag }]) => pages.get(path)?.etag !== etag).map(([, page]) => page);
    const compressing = (async () => {
      for (const page of fresh) await compressOnceAtBest(page);
    })();
    await Promise.race([compressing, new Promise((resolve) => setTimeout(resolve, COMPRESSING).unref())]);
    // Without an await between them, so that no reader gets pages of two versions, or a page with another's ETag.
    showPictures();
    [shown, pages] = [{ number, words }, prepared];
    site.show(prepared);
  }

  let underWay: Promise<void> | undefined;
  const once = () => (underWay ??= refresh().finally(() => (underWay = undefined)));
  return {
    current: () => shown,
    refresh: once,
    watch: () =>
      repeat(once, {
        every: EVERY,
        first: EVERY,
        report: logOnce(log, 'the site’s words cannot be read or shown: pages stay as they were'),
      }),
  };
}

/** The fields that the built site has, by path. Read when they are first needed. @param folder `dist` */
export function builtFields(folder: string): () => ReadonlyMap<string, ContentField> {
  let read: ReadonlyMap<string, ContentField> | undefined;
  return () => {
    const fields = () => JSON.parse(readFileSync(join(folder, 'render/content.json'), 'utf8')) as ContentField[];
    return (read ??= new Map(fields().map((field) => [field.path, field])));
  };
}
