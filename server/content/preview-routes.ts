import type { FastifyInstance } from 'fastify';
import type { HttpContext } from '../http/http-context.ts';
import { tokenPageHeaders } from '../http/security-headers.ts';
import type { PreviewContext } from './preview-answer.ts';

type Asked = { Params: { token: string }; Querystring: { page?: unknown } };

/** Shows a draft to whoever has a link to it: without scripts, for no search engine. Its code is loaded where somebody asks. */
export function previewRoutes(app: FastifyInstance, context: PreviewContext & Pick<HttpContext, 'limits'>): void {
  const limit = context.limits({ name: 'previews', points: 60, seconds: 60 });
  app.get<Asked>('/preview/:token', { onRequest: [limit] }, async (request, reply) => {
    reply.headers(tokenPageHeaders);
    return (await import('./preview-answer.ts')).sendPreview(context, request, reply);
  });
}
