import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/**
 * Sets the handler of requests without a route: an unknown address, or an unsupported method. It answers before a body is read or parsed, but after
 * hooks that were added earlier.
 */
export function answerUnknown(app: FastifyInstance, answer: (request: FastifyRequest, reply: FastifyReply) => FastifyReply | void): void {
  // Called by routes that find nothing for a request.
  app.setNotFoundHandler((request, reply) => answer(request, reply));
  app.addHook('onRequest', (request, reply, next) => {
    if (request.is404) void answer(request, reply);
    else next();
  });
}
