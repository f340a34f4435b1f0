import type { FastifyInstance, FastifyRequest } from 'fastify';
import { dataPaths } from '../../contract/portfolio.ts';
import type { Paper } from '../../contract/paper.ts';
import { answerOf, sendAnswer } from '../http/answer.ts';
import { sendProblem } from '../http/problem.ts';
import type { Parts } from '../parts.ts';
import { findPaperFile, listPapers } from './papers.ts';

/** The list of papers, and their files: served as what they were declared, and nothing else. */
export function paperRoutes(app: FastifyInstance, { store, limits }: Parts): void {
  const limit = limits({ name: 'papers', points: 600, seconds: 60 });

  app.get(dataPaths.papers, { onRequest: limit }, async (request, reply) => {
    const papers = (await listPapers(store.db)).map(({ id, name, descr, img, webViewLink }): Paper => ({
      id,
      name,
      descr,
      img,
      webViewLink,
    }));
    return sendAnswer(request, reply, await answerOf(papers), 'public, max-age=300');
  });

  app.get(dataPaths.paperFile(':file'), { onRequest: limit }, async (request: FastifyRequest<{ Params: { file: string } }>, reply) => {
    const file = await findPaperFile(store.db, request.params.file);
    if (file === undefined) return sendProblem(reply, 404, { detail: 'There is no such paper.' });
    const etag = `"${file.digest}"`;
    reply.headers({ etag, 'cache-control': 'public, max-age=3600' });
    if (request.headers['if-none-match']?.includes(etag) === true) return reply.code(304).send();
    reply.header('content-disposition', `inline; filename*=UTF-8''${encodeURIComponent(file.name)}`);
    return reply.type(file.type).send(Buffer.from(await file.read()));
  });
}
