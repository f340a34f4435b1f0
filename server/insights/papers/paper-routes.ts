import type { FastifyInstance } from 'fastify';
import { listPublicPapers, readPaperFile } from '../../../contract/calls/public/data-calls.ts';
import { createFileCache } from '../../http/file-cache.ts';
import { createPublicRoute } from '../../http/public-route.ts';
import { jsonResource, sendResource } from '../../http/resource.ts';
import type { HttpContext } from '../../http/http-context.ts';
import { findPaperFile, listPapers, wirePaper } from './papers.ts';

/** Bytes of files that are cached in memory: four of the largest papers. */
const CACHED_BYTES = 80 * 1024 * 1024;

export function paperRoutes(app: FastifyInstance, context: HttpContext): void {
  const { store } = context;
  const route = createPublicRoute(app, context);
  const files = createFileCache(CACHED_BYTES);

  route(listPublicPapers, async ({ request, reply }) => {
    const papers = await listPapers(store.db);
    return sendResource(request, reply, await jsonResource(papers.map(wirePaper)), 'public, max-age=300');
  });

  route(readPaperFile, async ({ request, reply, address, refuse }) => {
    const file = await findPaperFile(store.db, address.file);
    if (file === undefined) return refuse('unknown');
    const headers = { 'content-type': file.type, 'content-disposition': `inline; filename*=UTF-8''${encodeURIComponent(file.name)}` };
    const body = await files(`${file.type} ${file.digest}`, file.read);
    return sendResource(request, reply, { headers, etag: `"${file.digest}"`, body }, 'public, max-age=3600');
  });
}
