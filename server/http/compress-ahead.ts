import type { FastifyInstance } from 'fastify';
import { pages } from '../../contract/pages.ts';
import { compressBest, whenCompressed, type Resource } from './resource.ts';
import { forgetHead } from './write-resource.ts';

/** Milliseconds after the start, which compressing would slow down. Few servers of tests run that long. */
export const COMPRESS_AFTER = 10_000;

type Ahead = {
  /** Milliseconds after the start; default: ten seconds. */
  after?: number | undefined;
  pageAt: (path: string) => Resource | Promise<Resource> | undefined;
};

/**
 * Compresses the indexed pages after a start, so that few visitors get a quickly compressed one: one at a time, because each takes megabytes, and not
 * those that somebody asked for before.
 */
export function compressAhead(app: FastifyInstance, { after = COMPRESS_AFTER, pageAt }: Ahead): void {
  let timer: NodeJS.Timeout | undefined;
  async function compressAll() {
    for (const { path, indexed } of pages) {
      if (timer === undefined) return;
      const page = indexed ? await pageAt(path) : undefined;
      if (page !== undefined) await compressOnceAtBest(page);
    }
  }
  app.addHook('onListen', async () => {
    // A live page that cannot be made now is compressed when somebody asks for it.
    timer = setTimeout(() => void compressAll().catch(() => undefined), after).unref();
  });
  app.addHook('onClose', async () => {
    clearTimeout(timer);
    timer = undefined;
  });
}

/** Compresses a page at best quality in the background, once. A failure leaves the page as it is. */
export async function compressOnceAtBest(page: Resource): Promise<void> {
  if (compressedAtBest.has(page)) return;
  compressedAtBest.add(page);
  try {
    await whenCompressed(page);
    page.br = await compressBest(page.body);
    forgetHead(page, 'br');
  } catch {}
}

const compressedAtBest = new WeakSet<Resource>();
