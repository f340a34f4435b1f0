import { readReportCall } from '../../contract/calls/public/data-calls.ts';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { present } from '../../contract/checked.ts';
import { dayOf } from '../../contract/figures/days.ts';
import type { PortfolioGroup } from '../../contract/portfolio.ts';
import { reports, type ReportType } from '../../contract/report-files.ts';
import { createPublicRoute, type Asked } from '../http/public-route.ts';
import { etagOf, sendResource, type Resource } from '../http/resource.ts';
import type { HttpContext } from '../http/http-context.ts';
import type { Reported } from './report-page.ts';
import type { RenderReport } from './report-thread.ts';

type ReportContext = Pick<HttpContext, 'limits' | 'settings' | 'now'> & { renderReport: RenderReport };

type GroupDays = Readonly<Record<PortfolioGroup, number>>;

export type Figures = {
  /** The key changes with the records that a report of these days would contain; undefined when there is none. */
  state(days: GroupDays): Promise<{ key: string; madeAt: number } | undefined>;
  /** Portfolios with the highest net return first. `missing`: how many could not be read. */
  read(days: GroupDays): Promise<{ portfolios: Reported[]; missing: number }>;
};

/** Milliseconds after which a report that left something out is made again. */
const RETRY = 60_000;

/** Serves the reports as files under /resources/, made from the track records and kept until a record changes. */
export function reportFileRoutes(app: FastifyInstance, context: ReportContext, figures: Figures): void {
  for (const type of Object.keys(reports) as ReportType[]) reportRoute(app, context, { figures, type });
}

function reportRoute(app: FastifyInstance, context: ReportContext, { figures, type }: { figures: Figures; type: ReportType }): void {
  const { renderReport, settings, now } = context;
  const { title, quarter, dates, savedAs } = reports[type];
  const days: GroupDays = { website: present(dayOf(dates.website)), cognitive: present(dayOf(dates.cognitive)) };
  let latest: { key: string; until: number; made: Promise<Resource> } | undefined;

  async function make(madeAt: number, onMissing: () => void): Promise<Resource> {
    const read = await figures.read(days);
    if (read.missing > 0) onMissing();
    const pdf = Buffer.from(await renderReport({ kind: 'report', title, quarter, riskFree: settings.RISK_FREE_RATE, ...read, madeAt }));
    const headers = { 'content-type': 'application/pdf', 'content-disposition': `inline; filename="${savedAs}"` };
    return { headers, etag: etagOf(pdf), body: pdf };
  }

  /** One rendering serves all concurrent requests; a failure is not kept. */
  function current({ key, madeAt }: { key: string; madeAt: number }): Promise<Resource> {
    if (latest === undefined || latest.key !== key || latest.until < now()) {
      const fresh = { key, until: Infinity, made: make(madeAt, () => (fresh.until = now() + RETRY)) };
      fresh.made.catch(() => {
        if (latest === fresh) latest = undefined;
      });
      latest = fresh;
    }
    return latest.made;
  }

  const answer = async ({ request, reply, refuse }: Asked<'none'>): Promise<FastifyReply> => {
    const state = await figures.state(days);
    if (state === undefined) return refuse('none');
    return sendResource(request, reply, await current(state), 'public, max-age=300');
  };
  createPublicRoute(app, context)(readReportCall(type), answer, { config: { cost: 'costly' } });
}
