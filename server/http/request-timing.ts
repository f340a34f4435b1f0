import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { AnsweredRequest } from '../kernel/observations.ts';

type Timing = { began: number; method: string; route: string };

const NO_ROUTE = 'none';

/** Node's diagnostics channel: a listener on each answer would cost pages a tenth of their time. */
const FINISHED = 'http.server.response.finish';

/** Starts timing an answer. Call it once for each request, from an existing hook: an additional hook would cost as much again. */
export type StartTiming = (response: ServerResponse, method: string | undefined, route: string | undefined) => void;

/** Calls `tell` with the duration of each answer, from the request's headers to the answer's last byte. */
export function timeAnswers(app: FastifyInstance, tell: (answer: AnsweredRequest) => void): StartTiming {
  const key = Symbol('timing');
  type Timed = ServerResponse & { [key]?: Timing };

  const finished = (message: unknown): void => {
    const { response } = message as { response: Timed };
    const timing = response[key];
    if (timing === undefined) return;
    const { method, route, began } = timing;
    tell({ method, route, status: response.statusCode, seconds: (performance.now() - began) / 1000 });
  };
  subscribe(FINISHED, finished);
  app.addHook('onClose', () => void unsubscribe(FINISHED, finished));
  return (response: Timed, method = '', route = NO_ROUTE) => {
    response[key] = { began: performance.now(), method, route };
  };
}
