import type { FastifyInstance } from 'fastify';
import { buffer } from 'node:stream/consumers';
import type { Words } from '../../../contract/content-fields.ts';
import { MEDIA, PICTURE_FILE, staffPicture } from '../../../contract/pictures.ts';
import { FileMissing } from '../../files/file-storage.ts';
import type { Files } from '../../files/files.ts';
import { findPictureFiles } from '../../files/picture-files.ts';
import { createFileCache } from '../../http/file-cache.ts';
import { resource } from '../../http/load-file.ts';
import type { Resource } from '../../http/resource.ts';
import { sendBuilt } from '../../http/site.ts';
import type { Log } from '../../kernel/log.ts';
import type { Store } from '../../store/store.ts';
import { wasPublished } from './named-pictures.ts';

/** Files of pictures that staff put on the pages, by name. */
export type ShownPictures = {
  /** Loads the pictures that words name, so that pages with them can be shown. @returns a function that puts them in place of those held before */
  load: (words: Words) => Promise<() => void>;
  /** A file that was ever public; undefined: there is none. */
  find: (file: string) => Promise<Resource | undefined>;
};

/** Bytes of pictures of earlier versions that are kept in memory: pages that readers still have may name them. */
const EARLIER = 16 * 1024 * 1024;

type Parts = { store: Pick<Store, 'db'>; files: Pick<Files, 'open'>; headers: Readonly<Record<string, string>>; log: Log };

/** @param headers of every answer of the site */
export function shownPictures({ store, files, headers, log }: Parts): ShownPictures {
  let held: ReadonlyMap<string, Resource> = new Map();
  const earlier = createFileCache(EARLIER);
  const made = (body: Buffer, type: string) => resource(body, { ...headers, ...pictureHeaders, 'content-type': type });

  async function loadPicture(id: string): Promise<[string, Resource][]> {
    const loaded = new Map<string, Resource>();
    for (const { key, name, type } of await findPictureFiles(store.db, id)) {
      const file = `${id}-${name}`;
      const there = loaded.get(file) ?? held.get(file);
      const bytes = there === undefined ? await read(key) : undefined;
      if (bytes !== undefined) loaded.set(file, made(bytes, type));
      else if (there !== undefined) loaded.set(file, there);
    }
    return [...loaded];
  }

  /** @returns undefined for a file that is lost: pages are shown without it */
  async function read(key: string): Promise<Buffer | undefined> {
    try {
      return await buffer(await files.open(key));
    } catch (error) {
      if (!(error instanceof FileMissing)) throw error;
      log.error({ file: key }, 'a file of a picture on the site is not where this server looks');
      return undefined;
    }
  }

  return {
    load: async (words) => {
      const ids = Object.values(words).flatMap((value) => (typeof value === 'string' ? (staffPicture(value)?.id ?? []) : []));
      const loaded: [string, Resource][] = [];
      for (const id of new Set(ids)) loaded.push(...(await loadPicture(id)));
      return () => void (held = new Map(loaded));
    },
    find: async (file) => {
      const shown = held.get(file);
      const [, id, name] = PICTURE_FILE.exec(file) ?? [];
      if (shown !== undefined || id === undefined) return shown;
      const [row] = await findPictureFiles(store.db, id, name);
      if (row === undefined || !(await wasPublished(store.db, id))) return undefined;
      return made(await earlier(file, async () => buffer(await files.open(row.key))), row.type);
    },
  };
}

/** So that a browser that opens a picture as a document runs no script, whatever the file contains. */
const pictureHeaders = {
  'content-security-policy': "default-src 'none'; sandbox",
  'x-content-type-options': 'nosniff',
  'cache-control': 'public, max-age=31536000, immutable',
};

export function pictureFileRoute(app: FastifyInstance, pictures: Pick<ShownPictures, 'find'>): void {
  app.get<{ Params: { file: string } }>(`${MEDIA}:file`, { config: { ownHeaders: true } }, async (request, reply) => {
    const found = await pictures.find(request.params.file);
    if (found === undefined) return reply.callNotFound();
    return sendBuilt(request, reply, found);
  });
}
