import { readFactsheet, readReportCall } from '../../contract/calls/public/data-calls.ts';
import type { FastifyInstance } from 'fastify';
import { present } from '../../contract/checked.ts';
import { dayOf } from '../../contract/figures/days.ts';
import type { PortfolioGroup } from '../../contract/portfolio.ts';
import { factsheets, reports, type ReportType } from '../../contract/report-files.ts';
import { createPublicRoute, type Asked } from '../http/public-route.ts';
import { etagOf, sendResource, type Resource } from '../http/resource.ts';
import type { HttpContext } from '../http/http-context.ts';
import type { ReportData, Reported } from './report-page.ts';
import type { RenderReport } from './report-thread.ts';

type ReportContext = Pick<HttpContext, 'limits' | 'settings' | 'now'> & { renderReport: RenderReport };

type GroupDays = Readonly<Record<PortfolioGroup, number>>;

/** With an id of one portfolio only. */
export type Figures = {
  /** The key changes with the records that a report of these days would contain; undefined when there is none. */
  state(days: GroupDays, id?: string): Promise<{ key: string; madeAt: number } | undefined>;
  /** Portfolios with the highest net return first. `missing`: how many could not be read. */
  read(days: GroupDays, id?: string): Promise<{ portfolios: Reported[]; missing: number }>;
};

/** Milliseconds after which a report that left something out is made again. */
const RETRY = 60_000;
const CACHING = 'public, max-age=300';

/** Serves the reports and factsheets as files under /resources/, made from the track records and kept until a record changes. */
export function reportFileRoutes(app: FastifyInstance, context: ReportContext, figures: Figures): void {
  const route = createPublicRoute(app, context);
  const current = createReportCache(context, figures);
  for (const type of Object.keys(reports) as ReportType[]) {
    const edition = { ...reports[type], kind: 'report' } as const;
    const answer = async ({ request, reply, refuse }: Asked<'none'>) => {
      const file = await current(edition);
      return file === undefined ? refuse('none') : sendResource(request, reply, file, CACHING);
    };
    route(readReportCall(type), answer, { config: { cost: 'costly' } });
  }
  route(
    readFactsheet,
    async ({ request, reply, address, refuse }) => {
      const [, id] = /^(.+)\.pdf$/.exec(address.file) ?? [];
      const file = id === undefined ? undefined : await current({ ...factsheets, kind: 'factsheet', id, savedAs: factsheets.savedAs(id) });
      return file === undefined ? refuse('unknown') : sendResource(request, reply, file, CACHING);
    },
    { config: { cost: 'costly' } },
  );
}

/** `id`: of the portfolio that it is about; without it, it is about all. */
type Edition = Pick<ReportData, 'kind' | 'title' | 'quarter'> & {
  dates: Readonly<Record<PortfolioGroup, string>>;
  savedAs: string;
  id?: string;
};

const MAX_FILES = 100;

/** @returns what gives the file of an edition; undefined when it has no portfolio, or the one it is about cannot be read */
function createReportCache({ renderReport, settings, now }: ReportContext, figures: Figures) {
  const files = new Map<string, { key: string; until: number; made: Promise<Resource | undefined> }>();

  async function make(edition: Edition, madeAt: number, onMissing: () => void): Promise<Resource | undefined> {
    const { kind, title, quarter, savedAs, id } = edition;
    const read = await figures.read(daysOf(edition), id);
    if (read.missing > 0) onMissing();
    if (id !== undefined && read.portfolios.length === 0) return undefined;
    const site = settings.API_URL ?? settings.PUBLIC_URL;
    const pdf = Buffer.from(await renderReport({ kind, title, quarter, site, riskFree: settings.RISK_FREE_RATE, ...read, madeAt }));
    const headers = { 'content-type': 'application/pdf', 'content-disposition': `inline; filename="${savedAs}"` };
    return { headers, etag: etagOf(pdf), body: pdf };
  }

  /** One rendering serves all concurrent requests; a failure is not kept. */
  return async (edition: Edition): Promise<Resource | undefined> => {
    const state = await figures.state(daysOf(edition), edition.id);
    if (state === undefined) return undefined;
    const { key, madeAt } = state;
    const name = `${edition.savedAs} ${edition.id ?? ''}`;
    const known = files.get(name);
    if (known !== undefined && known.key === key && known.until >= now()) return known.made;
    if (files.size >= MAX_FILES) files.clear();
    const fresh = { key, until: Infinity, made: make(edition, madeAt, () => (fresh.until = now() + RETRY)) };
    fresh.made.catch(() => {
      if (files.get(name) === fresh) files.delete(name);
    });
    files.set(name, fresh);
    return fresh.made;
  };
}

function daysOf({ dates }: Edition): GroupDays {
  return { website: present(dayOf(dates.website)), cognitive: present(dayOf(dates.cognitive)) };
}
