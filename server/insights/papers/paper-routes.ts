import type { FastifyInstance, FastifyRequest } from 'fastify';
import { dataPaths } from '../../../contract/portfolio.ts';
import { createFileCache } from '../../http/file-cache.ts';
import { sendProblem } from '../../http/problem.ts';
import { jsonResource, sendResource } from '../../http/resource.ts';
import type { HttpContext } from '../../http/http-context.ts';
import { findPaperFile, listPapers, wirePaper } from './papers.ts';

/** Bytes of files that stay in memory: four papers of the largest kind. */
const CACHED_BYTES = 80 * 1024 * 1024;

export function paperRoutes(app: FastifyInstance, { store, limits }: HttpContext): void {
  const limit = limits({ name: 'papers', points: 600, seconds: 60 });
  const files = createFileCache(CACHED_BYTES);

  app.get(dataPaths.papers, { onRequest: limit }, async (request, reply) => {
    const papers = await listPapers(store.db);
    return sendResource(request, reply, await jsonResource(papers.map(wirePaper)), 'public, max-age=300');
  });

  app.get(dataPaths.paperFile(':file'), { onRequest: limit }, async (request: FastifyRequest<{ Params: { file: string } }>, reply) => {
    const file = await findPaperFile(store.db, request.params.file);
    if (file === undefined) return sendProblem(reply, 404, { detail: 'There is no such paper.' });
    const headers = { 'content-type': file.type, 'content-disposition': `inline; filename*=UTF-8''${encodeURIComponent(file.name)}` };
    const body = await files(`${file.type} ${file.digest}`, file.read);
    return sendResource(request, reply, { headers, etag: `"${file.digest}"`, body }, 'public, max-age=3600');
  });
}
