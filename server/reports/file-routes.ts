import type { FastifyInstance } from 'fastify';
import { dayOf } from '../../contract/figures/days.ts';
import type { PortfolioGroup } from '../../contract/portfolio.ts';
import { reportPath, reports, type ReportType } from '../../contract/report-files.ts';
import { sendProblem } from '../http/problem.ts';
import { etagOf, sendResource, type Resource } from '../http/resource.ts';
import type { HttpContext } from '../http/http-context.ts';
import type { Reported } from './report-page.ts';
import type { RenderReport } from './report-thread.ts';

type ReportContext = Pick<HttpContext, 'limits' | 'settings'> & { renderReport: RenderReport };

type GroupDays = Readonly<Record<PortfolioGroup, number>>;

export type Figures = {
  /** Changes with the records that a report of these days would be about; undefined when there is none. */
  state(days: GroupDays): Promise<{ key: string; madeAt: number } | undefined>;
  read(days: GroupDays): Promise<Reported[]>;
};

/** The reports as files under /resources/, made from the track records and kept until one of these changes. */
export function reportFileRoutes(app: FastifyInstance, context: ReportContext, figures: Figures): void {
  for (const type of Object.keys(reports) as ReportType[]) reportRoute(app, context, { figures, type });
}

function reportRoute(app: FastifyInstance, context: ReportContext, { figures, type }: { figures: Figures; type: ReportType }): void {
  const { limits, renderReport, settings } = context;
  const { title, quarter, dates, savedAs } = reports[type];
  const days: GroupDays = { website: dayOf(dates.website)!, cognitive: dayOf(dates.cognitive)! };
  let latest: { key: string; made: Promise<Resource> } | undefined;

  async function make(madeAt: number): Promise<Resource> {
    const portfolios = (await figures.read(days)).sort((a, b) => b.net_return_pf - a.net_return_pf);
    const sample = portfolios.some((one) => one.sample);
    const pdf = Buffer.from(await renderReport({ title, quarter, sample, riskFree: settings.RISK_FREE_RATE, portfolios, madeAt }));
    const headers = { 'content-type': 'application/pdf', 'content-disposition': `inline; filename="${savedAs}"` };
    return { headers, etag: etagOf(pdf), body: pdf };
  }

  /** One rendering for all who ask at the same time; a failure is not kept. */
  function current({ key, madeAt }: { key: string; madeAt: number }): Promise<Resource> {
    if (latest?.key !== key) {
      const fresh = { key, made: make(madeAt) };
      fresh.made.catch(() => {
        if (latest === fresh) latest = undefined;
      });
      latest = fresh;
    }
    return latest.made;
  }

  const limit = limits({ name: 'reports-file', points: 120, seconds: 60 });
  app.get(reportPath(type), { onRequest: limit, config: { cost: 'costly' } }, async (request, reply) => {
    const state = await figures.state(days);
    if (state === undefined) return sendProblem(reply, 404, { detail: 'There is no portfolio to report on.' });
    return sendResource(request, reply, await current(state), 'public, max-age=300');
  });
}
