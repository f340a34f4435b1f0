import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/**
 * Sets who answers what no route is for: an unknown address, or a method that it does not have. It answers before a body is read or parsed.
 * Hooks that were added before see these requests first.
 */
export function answerUnknown(app: FastifyInstance, answer: (request: FastifyRequest, reply: FastifyReply) => FastifyReply | void): void {
  // For routes that find out by themselves that there is nothing.
  app.setNotFoundHandler((request, reply) => answer(request, reply));
  app.addHook('onRequest', (request, reply, next) => {
    if (request.is404) void answer(request, reply);
    else next();
  });
}
