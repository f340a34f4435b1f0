import type { FastifyInstance, FastifyReply } from 'fastify';
import {
  dataLogin,
  listPortfoliosCall,
  readPortfolioCall,
  listPublicPapers,
  readPaperFile,
  readReportingDate,
} from '../../contract/calls/public/data-calls.ts';
import { dayAt, isoOf } from '../../contract/figures/days.ts';
import { dateLabel, reportingDay } from '../../contract/figures/reporting-date.ts';
import { editionFile } from '../../contract/report-files.ts';
import { portfolioGroups, type Login, type PortfolioGroup } from '../../contract/portfolio.ts';
import { createPublicRoute, type Asked, type PublicExchange } from '../http/public-route.ts';
import { jsonResource, latestJsonResource, recentJsonResources, sendResource } from '../http/resource.ts';
import type { HttpContext } from '../http/http-context.ts';
import { networksOfRequest } from '../http/client-address.ts';
import { createClientQueue, type TakeTurn } from '../http/client-queue.ts';
import { refuseTooMany } from '../http/rate-limits.ts';
import { type PortfolioReader, listFigures } from './figures/portfolio-reader.ts';
import { listReporting, type Reporting } from './reporting/reporting-dates.ts';
import { findVersion, listPortfolios } from './records/records.ts';
import { dataTokens, type Tokens } from './data-token.ts';
import { createFileCache } from '../http/file-cache.ts';
import { findPaperFile, listPapers, wirePaper } from './papers/papers.ts';

/** Browsers revalidate by the ETag each time: older figures that they kept would contradict a page that was made of newer ones. */
const CACHING = 'private, no-cache';
const DAY = 86_400_000;
/** Seconds after which a client may ask again for whom as many requests wait as may. */
const WAIT = 5;
/** Lists of the latest days asked for that are kept as they are sent. */
const KEPT_LISTS = 16;

export function insightsRoutes(app: FastifyInstance, context: HttpContext, reader: PortfolioReader): void {
  const tokens = dataTokens(context.store);
  loginRoute(app, context, tokens);
  paperRoutes(app, context);
  reportingRoute(app, context);
  const takeTurn = createClientQueue(context.settings.RATE_LIMIT === 'on');
  for (const group of portfolioGroups) dataRoutes(app, context, { group, tokens, reader, takeTurn });
}

function loginRoute(app: FastifyInstance, context: HttpContext, tokens: Tokens): void {
  createPublicRoute(app, context)(dataLogin, async ({ reply, body, refuse }) => {
    const token = await tokens.login(body.email, body.password, context.now());
    if (token === undefined) return refuse('wrong');
    return reply.header('cache-control', 'no-store').send({ msg: { TOKEN: token } } satisfies Login);
  });
}

type Data = { group: PortfolioGroup; tokens: Tokens; reader: PortfolioReader; takeTurn: TakeTurn };

function dataRoutes(app: FastifyInstance, context: HttpContext, { group, tokens, reader, takeTurn }: Data): void {
  const { store, now } = context;
  const route = createPublicRoute(app, context);
  const admit = async ({ request, reply, refuse }: Asked<'token'>): Promise<FastifyReply | undefined> => {
    if (await tokens.admits(request.headers.authorization, now())) return undefined;
    reply.header('www-authenticate', 'Bearer realm="portfolios"');
    return refuse('token');
  };
  const options = { admit, config: { cost: 'costly' } } as const;
  /** @param answer returns how to send it: a reply that is returned is awaited to its last byte, and a slow reader would keep the others waiting */
  const inTurn =
    <Exchange extends Pick<Asked<never>, 'request' | 'reply'>>(answer: (exchange: Exchange) => Promise<() => FastifyReply>) =>
    async (exchange: Exchange): Promise<FastifyReply> => {
      const { request, reply } = exchange;
      const send = await takeTurn(networksOfRequest(request), () => answer(exchange));
      return send === undefined ? refuseTooMany(request, reply, WAIT) : send();
    };
  /** Allows one day more than the UTC date, for clients that are ahead of UTC. */
  const isFuture = (day = 0) => day > Math.floor(now() / DAY) + 1;

  const figuresOf = recentJsonResources(KEPT_LISTS);
  type List = PublicExchange<ReturnType<typeof listPortfoliosCall>>;
  const list = async ({ request, reply, address: { date: day }, refuse }: List): Promise<() => FastifyReply> => {
    if (isFuture(day)) return () => refuse('future');
    const portfolios = await listPortfolios(store.db, group);
    const { details, failed } = await listFigures(reader, portfolios, { day: day ?? dayAt(now()), log: app.log });
    if (day === undefined) {
      const ids = new Set([...details.map(({ id }) => id), ...failed]);
      const listed = await jsonResource(
        portfolios.filter((one) => ids.has(one.id) || one.firstDay > dayAt(now())).map(({ id }) => ({ id })),
      );
      return () => sendResource(request, reply, listed, CACHING);
    }
    // Listed without figures, so that clients know that there are more portfolios.
    const figures = await figuresOf([...details, ...failed.map((id) => ({ id }))])(request.headers['accept-encoding']);
    return () => sendResource(request, reply, figures, CACHING);
  };
  route(listPortfoliosCall(group), inTurn(list), options);

  type One = PublicExchange<ReturnType<typeof readPortfolioCall>>;
  const one = async ({ request, reply, address, refuse }: One): Promise<() => FastifyReply> => {
    const { id, date, known, analytics } = address;
    if (isFuture(date)) return () => refuse('future');
    const version = await findVersion(store.db, id, known);
    if (version?.group !== group) return () => refuse('unknown');
    const answer = await reader.answer(version, { day: date ?? version.lastDay, analytics: analytics !== '0' });
    if (answer === undefined)
      return () => (date !== undefined && date < version.firstDay ? refuse('early', { day: isoOf(version.firstDay) }) : refuse('short'));
    const figures = await answer(request.headers['accept-encoding']);
    return () => sendResource(request, reply, figures, CACHING);
  };
  route(readPortfolioCall(group), inTurn(one), options);
}

function reportingRoute(app: FastifyInstance, context: HttpContext): void {
  createPublicRoute(app, context)(readReportingDate, async ({ request, reply }) => {
    const [current, ...earlier] = (await listReporting(context.store.db)).map(wireReporting);
    return sendResource(request, reply, await jsonResource({ ...current, earlier }), 'no-cache');
  });
}

function wireReporting({ dates, published }: Reporting) {
  const date = reportingDay(dates);
  const report = `/resources/${editionFile('pro', date)}`;
  return { label: dateLabel(date), date, dates, report, published: published ? new Date(published.at).toISOString() : null };
}

/** Bytes of files that are cached in memory: four of the largest papers. */
const CACHED_BYTES = 80 * 1024 * 1024;

function paperRoutes(app: FastifyInstance, context: HttpContext): void {
  const { store } = context;
  const route = createPublicRoute(app, context);
  const files = createFileCache(CACHED_BYTES);
  const papersOf = latestJsonResource();

  route(listPublicPapers, async ({ request, reply }) => {
    const papers = await listPapers(store.db);
    return sendResource(request, reply, await papersOf(papers.map(wirePaper)), 'no-cache');
  });

  route(readPaperFile, async ({ request, reply, address, refuse }) => {
    const file = await findPaperFile(store.db, address.file);
    if (file === undefined) return refuse('unknown');
    const headers = { 'content-type': file.type, 'content-disposition': `inline; filename*=UTF-8''${encodeURIComponent(file.name)}` };
    const body = await files(`${file.type} ${file.digest}`, file.read);
    return sendResource(request, reply, { headers, etag: `"${file.digest}"`, body }, 'public, max-age=3600');
  });
}
