import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { AnsweredRequest } from '../observations.ts';

type Timing = { began: number; method: string; route: string };

/** What has no route of its own. */
const NO_ROUTE = 'none';

/** Node's own channel: a listener on each answer would cost pages a tenth of their time. */
const FINISHED = 'http.server.response.finish';

/** Tells how long each answer took, from the request's headers to the answer's last byte. Called before the routes are added. */
export function timeAnswers(app: FastifyInstance, tell: (answer: AnsweredRequest) => void): void {
  const key = Symbol('timing');
  type Timed = ServerResponse & { [key]?: Timing };

  app.addHook('onRequest', (request, reply, next) => {
    const { method } = request.raw;
    (reply.raw as Timed)[key] = { began: performance.now(), method: method ?? '', route: request.routeOptions.url ?? NO_ROUTE };
    next();
  });

  const finished = (message: unknown): void => {
    const { response } = message as { response: Timed };
    const timing = response[key];
    if (timing === undefined) return;
    const { method, route, began } = timing;
    tell({ method, route, status: response.statusCode, seconds: (performance.now() - began) / 1000 });
  };
  subscribe(FINISHED, finished);
  app.addHook('onClose', () => void unsubscribe(FINISHED, finished));
}
