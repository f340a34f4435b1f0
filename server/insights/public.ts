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
import { jsonResource, latestJsonResource, sendResource } from '../http/resource.ts';
import type { HttpContext } from '../http/http-context.ts';
import { type PortfolioReader, listFigures } from './figures/portfolio-reader.ts';
import { listReporting, type Reporting } from './reporting/reporting-dates.ts';
import { findVersion, listPortfolios } from './records/records.ts';
import { dataTokens, type Tokens } from './data-token.ts';
import { createFileCache } from '../http/file-cache.ts';
import { findPaperFile, listPapers, wirePaper } from './papers/papers.ts';

/** Browsers revalidate by the ETag each time: older figures that they kept would contradict a page that was made of newer ones. */
const CACHING = 'private, no-cache';
const DAY = 86_400_000;

export function insightsRoutes(app: FastifyInstance, context: HttpContext, reader: PortfolioReader): void {
  const tokens = dataTokens(context.store);
  loginRoute(app, context, tokens);
  paperRoutes(app, context);
  reportingRoute(app, context);
  for (const group of portfolioGroups) dataRoutes(app, context, { group, tokens, reader });
}

function loginRoute(app: FastifyInstance, context: HttpContext, tokens: Tokens): void {
  createPublicRoute(app, context)(dataLogin, async ({ reply, body, refuse }) => {
    const token = await tokens.login(body.email, body.password, context.now());
    if (token === undefined) return refuse('wrong');
    return reply.header('cache-control', 'no-store').send({ msg: { TOKEN: token } } satisfies Login);
  });
}

type Data = { group: PortfolioGroup; tokens: Tokens; reader: PortfolioReader };

function dataRoutes(app: FastifyInstance, context: HttpContext, { group, tokens, reader }: Data): void {
  const { store, now } = context;
  const route = createPublicRoute(app, context);
  const admit = async ({ request, reply, refuse }: Asked<'token'>): Promise<FastifyReply | undefined> => {
    if (await tokens.admits(request.headers.authorization, now())) return undefined;
    reply.header('www-authenticate', 'Bearer realm="portfolios"');
    return refuse('token');
  };
  /** Allows one day more than the UTC date, for clients that are ahead of UTC. */
  const isFuture = (day = 0) => day > Math.floor(now() / DAY) + 1;

  const list = listPortfoliosCall(group);
  const figuresOf = latestJsonResource();
  route(
    list,
    async ({ request, reply, address: { date: day }, refuse }) => {
      if (isFuture(day)) return refuse('future');
      const portfolios = await listPortfolios(store.db, group);
      if (day === undefined) {
        const shown = await listFigures(reader, portfolios, { day: dayAt(now()), log: app.log });
        const ids = new Set([...shown.details.map(({ id }) => id), ...shown.failed]);
        const listed = portfolios.filter((one) => ids.has(one.id) || one.firstDay > dayAt(now())).map(({ id }) => ({ id }));
        return sendResource(request, reply, await jsonResource(listed), CACHING);
      }
      const { details, failed } = await listFigures(reader, portfolios, { day, log: app.log });
      // Listed without figures, so that clients know that there are more portfolios.
      return sendResource(request, reply, await figuresOf([...details, ...failed.map((id) => ({ id }))]), CACHING);
    },
    { admit },
  );

  const one = async ({ request, reply, address, refuse }: PublicExchange<ReturnType<typeof readPortfolioCall>>): Promise<FastifyReply> => {
    const { id, date, known, analytics } = address;
    if (isFuture(date)) return refuse('future');
    const version = await findVersion(store.db, id, known);
    if (version?.group !== group) return refuse('unknown');
    const answer = await reader.answer(version, { day: date ?? version.lastDay, analytics: analytics !== '0' });
    if (answer !== undefined) return sendResource(request, reply, answer, CACHING);
    return date !== undefined && date < version.firstDay ? refuse('early', { day: isoOf(version.firstDay) }) : refuse('short');
  };
  route(readPortfolioCall(group), one, { admit });
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
