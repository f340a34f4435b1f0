import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { sendProblem } from './problem.ts';

/**
 * Something without which the server should get no forms. `check` throws, or rejects, where it is not so: whoever asks sees the name, the
 * log the error's message.
 */
export type ReadinessCheck = { name: string; check: () => unknown };

export type Health = {
  readiness: readonly ReadinessCheck[];
  /** Whether its start is over, whatever came of it. */
  started: () => boolean;
  /** Aborted once the server was told to stop: at once, and for good, it is not ready. */
  draining: AbortSignal;
};

/** Milliseconds that one check may take. */
const PATIENCE = 4000;
/** Milliseconds for which an answer that all is well counts: a write for each of many askers would be an attack. */
const FRESH = 1000;

/**
 * `/healthz`: the process answers. `/readyz`: it may be sent visitors; as the pages need neither store nor files, this does not ask for them.
 * `/readyz/forms`: it takes their forms, too. Through a proxy neither of the two is there.
 */
export function healthRoutes(app: FastifyInstance, { readiness, started, draining }: Health): void {
  const failing = createReadiness(readiness, app.log);
  const lifecycle = () => {
    if (draining.aborted) return ['stopping'];
    return started() ? [] : ['starting'];
  };
  const tell = (path: string, ask: () => readonly string[] | Promise<readonly string[]>) =>
    app.get(path, async (request, reply) => {
      // A visitor, who came by a proxy: what asks for its own needs sends none.
      if (request.headers['x-forwarded-for'] !== undefined) return reply.callNotFound();
      const names = await ask();
      if (names.length > 0) return sendProblem(reply, 503, { detail: `Not ready: ${names.join(', ')}.` });
      return reply.header('cache-control', 'no-store').send({ status: 'ready' });
    });
  app.get('/healthz', (_request, reply) => reply.header('cache-control', 'no-store').send({ status: 'ok' }));
  tell('/readyz', lifecycle);
  tell('/readyz/forms', () => (draining.aborted ? lifecycle() : failing()));
}

/** @returns the names of the checks that fail; one round at a time, and its changes are logged */
function createReadiness(checks: readonly ReadinessCheck[], log: Pick<FastifyBaseLogger, 'info' | 'warn'>): () => Promise<string[]> {
  let round: Promise<string[]> | undefined;
  let wellUntil = 0;
  let told = '';

  async function look(): Promise<string[]> {
    const results = await Promise.all(checks.map(async ({ name, check }) => [name, await faultOf(check)] as const));
    const failing = results.filter(([, fault]) => fault !== undefined);
    if (failing.length === 0) wellUntil = performance.now() + FRESH;
    const said = failing.map(([name, fault]) => `${name}: ${fault}`).join('; ');
    if (said !== told) {
      told = said;
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
  // What comes too late must not be an unhandled rejection.
  const asked = (async () => check())().then(
    () => undefined,
    (error: unknown) => (error instanceof Error ? error.message : 'unknown'),
  );
  return Promise.race([asked, late]).finally(() => clearTimeout(timer));
}
