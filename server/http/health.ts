import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { sendProblem } from './problem.ts';

/** A condition for receiving forms. `check` throws or rejects if it is not met: clients see the name, the log the error's message. */
export type ReadinessCheck = { name: string; check: () => unknown };

export type Health = {
  readiness: readonly ReadinessCheck[];
  /** Whether startup is over, with or without success. */
  started: () => boolean;
  /** Aborted once the server is asked to stop: from then on it is not ready. */
  draining: AbortSignal;
};

/** Milliseconds that one check may take. */
const PATIENCE = 4000;
/** Milliseconds for which a successful check is cached, so that many requests cannot cause a write each. */
const FRESH = 1000;

/**
 * `/healthz`: the process answers. `/readyz`: it can serve pages, which need neither store nor files. `/readyz/forms`: it can accept forms, too. The
 * readiness routes answer 404 to requests through a proxy.
 */
export function healthRoutes(app: FastifyInstance, { readiness, started, draining }: Health): void {
  const failing = createReadiness(readiness, app.log);
  const lifecycle = () => {
    if (draining.aborted) return ['stopping'];
    return started() ? [] : ['starting'];
  };
  const tell = (path: string, ask: () => readonly string[] | Promise<readonly string[]>) =>
    app.get(path, async (request, reply) => {
      // A visitor's request through a proxy: load balancers and monitors send no X-Forwarded-For for their own checks.
      if (request.headers['x-forwarded-for'] !== undefined) return reply.callNotFound();
      const names = await ask();
      if (names.length > 0) return sendProblem(reply, 503, { detail: `Not ready: ${names.join(', ')}.` });
      return reply.header('cache-control', 'no-store').send({ status: 'ready' });
    });
  app.get('/healthz', (_request, reply) => reply.header('cache-control', 'no-store').send({ status: 'ok' }));
  tell('/readyz', lifecycle);
  tell('/readyz/forms', () => (draining.aborted ? lifecycle() : failing()));
}

/** Runs one round of checks at a time and logs changes. @returns the names of the checks that fail */
function createReadiness(checks: readonly ReadinessCheck[], log: Pick<FastifyBaseLogger, 'info' | 'warn'>): () => Promise<string[]> {
  let round: Promise<string[]> | undefined;
  let wellUntil = 0;
  let logged = '';

  async function look(): Promise<string[]> {
    const results = await Promise.all(checks.map(async ({ name, check }) => [name, await faultOf(check)] as const));
    const failing = results.filter(([, fault]) => fault !== undefined);
    if (failing.length === 0) wellUntil = performance.now() + FRESH;
    const said = failing.map(([name, fault]) => `${name}: ${fault}`).join('; ');
    if (said !== logged) {
      logged = said;
      if (failing.length > 0) log.warn({}, `not ready: ${said}`);
      else log.info({}, 'ready again');
    }
    return failing.map(([name]) => name);
  }

  return () => {
    if (performance.now() < wellUntil) return Promise.resolve([]);
    round ??= look().finally(() => (round = undefined));
    return round;
  };
}

async function faultOf(check: ReadinessCheck['check']): Promise<string | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<string>((resolve) => (timer = setTimeout(resolve, PATIENCE, 'no answer in time')));
  // A late failure must not become an unhandled rejection.
  const asked = (async () => check())().then(
    () => undefined,
    (error: unknown) => (error instanceof Error ? error.message : 'unknown'),
  );
  return Promise.race([asked, late]).finally(() => clearTimeout(timer));
}
