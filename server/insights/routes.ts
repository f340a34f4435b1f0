import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { dayOf, isoOf } from '../../contract/figures/days.ts';
import { dataPaths, type Login, type PortfolioGroup } from '../../contract/portfolio.ts';
import { sendProblem } from '../http/problem.ts';
import { jsonResource, sendResource } from '../http/resource.ts';
import type { HttpContext } from '../http/http-context.ts';
import type { PortfolioReader } from './figures/portfolio-reader.ts';
import { listFigures } from './figures/list-figures.ts';
import { paperRoutes } from './papers/paper-routes.ts';
import { findVersion, listPortfolios } from './records/records.ts';
import { dataTokens, type Tokens } from './data-token.ts';

/** Figures change when a record is corrected: a browser may show what it has for five minutes, and asks with its tag then. */
const CACHING = 'private, max-age=300';
const DAY = 86_400_000;

type Query = FastifyRequest<{ Querystring: Record<string, unknown> }>;
type One = FastifyRequest<{ Params: { id: string }; Querystring: Record<string, unknown> }>;

export function insightsRoutes(app: FastifyInstance, context: HttpContext, reader: PortfolioReader): void {
  const tokens = dataTokens(context.store);
  loginRoute(app, context, tokens);
  paperRoutes(app, context);
  for (const group of ['website', 'cognitive'] as const) dataRoutes(app, context, { group, tokens, reader });
}

function loginRoute(app: FastifyInstance, { limits, now }: HttpContext, tokens: Tokens): void {
  const limit = limits({ name: 'data-login', points: 60, seconds: 60 });
  app.post(dataPaths.login, { onRequest: limit }, async (request, reply) => {
    const { email, password } = typeof request.body === 'object' && request.body !== null ? (request.body as Record<string, unknown>) : {};
    if (typeof email !== 'string' || typeof password !== 'string') {
      return sendProblem(reply, 400, { detail: 'The body must be a JSON object with email and password.' });
    }
    const token = await tokens.login(email, password, now());
    if (token === undefined) return sendProblem(reply, 401, { detail: 'Invalid credentials' });
    return reply.header('cache-control', 'no-store').send({ msg: { TOKEN: token } } satisfies Login);
  });
}

type Data = { group: PortfolioGroup; tokens: Tokens; reader: PortfolioReader };

function dataRoutes(app: FastifyInstance, { store, limits, now }: HttpContext, { group, tokens, reader }: Data): void {
  const limit = limits({ name: 'data', points: 600, seconds: 60 });
  const guard = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> => {
    if (await tokens.admits(request.headers.authorization, now())) return undefined;
    reply.header('www-authenticate', 'Bearer realm="portfolios"');
    return sendProblem(reply, 401, { detail: 'A token of the data login is needed, and it is good for one hour.' });
  };
  const hooks = { onRequest: [limit, guard] };

  app.get(dataPaths.portfolios(group), hooks, async (request: Query, reply) => {
    const day = readDay(request.query.date, now());
    if (day instanceof Error) return sendProblem(reply, 400, { detail: day.message });
    const portfolios = await listPortfolios(store.db, group);
    if (day === undefined) return sendResource(request, reply, await jsonResource(portfolios.map(({ id }) => ({ id }))), CACHING);
    const { details, failed } = await listFigures(reader, portfolios, { day, log: app.log });
    // Without its figures, so that whoever lists them knows that there are more.
    return sendResource(request, reply, await jsonResource([...details, ...failed.map((id) => ({ id }))]), CACHING);
  });

  app.get(dataPaths.portfolio(group, ':id'), hooks, async (request: One, reply) => {
    const { id } = request.params;
    const day = readDay(request.query.date, now());
    if (day instanceof Error) return sendProblem(reply, 400, { detail: day.message });
    const known = readTime(request.query.known);
    if (known instanceof Error) return sendProblem(reply, 400, { detail: known.message });
    const version = await findVersion(store.db, id, known);
    if (version?.group !== group) return sendProblem(reply, 404, { detail: 'There is no such portfolio.' });
    const analytics = ['1', 'true'].includes(String(request.query.analytics));
    const answer = await reader.answer(version, { day: day ?? version.lastDay, analytics });
    if (answer === undefined)
      return sendProblem(reply, 404, { detail: `The record of this portfolio begins on ${isoOf(version.firstDay)}.` });
    return sendResource(request, reply, answer, CACHING);
  });
}

/** The day of a `date` parameter; undefined when there is none. A day more than now for those who are ahead of UTC. */
function readDay(date: unknown, now: number): number | undefined | Error {
  if (date === undefined) return undefined;
  const day = typeof date === 'string' ? dayOf(date) : undefined;
  if (day === undefined) return new Error('The date must be one day, such as 2024-12-31.');
  return day > Math.floor(now / DAY) + 1 ? new Error('The date is in the future.') : day;
}

/** A day or a time of ISO 8601; nothing else that `Date.parse` makes something of. */
const TIME = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d)?)?$/;

function readTime(known: unknown): number | undefined | Error {
  if (known === undefined) return undefined;
  const at = typeof known === 'string' && TIME.test(known) ? Date.parse(known) : Number.NaN;
  return Number.isNaN(at) ? new Error('known must be a day or a time, such as 2024-12-31T09:30Z.') : at;
}
