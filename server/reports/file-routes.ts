import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { dayOf } from '../../contract/figures/days.ts';
import { reportPath, reports, type ReportType } from '../../contract/report.ts';
import { sendProblem } from '../http/problem.ts';
import type { Parts } from '../parts.ts';
import type { Reported } from './frame.ts';

/** Where a report's figures come from. */
export type Figures = {
  /** Changes with the records that a report of the day would be about; undefined when there is none. */
  state(day: number): Promise<{ key: string; madeAt: number } | undefined>;
  /** Every portfolio that had begun by the day. */
  read(day: number): Promise<Reported[]>;
};

type Made = { pdf: Buffer; etag: string };

/** The reports as files under /resources/, made from the track records and kept until one of these changes. */
export function reportFileRoutes(app: FastifyInstance, parts: Parts, figures: Figures): void {
  for (const type of Object.keys(reports) as ReportType[]) reportRoute(app, parts, { figures, type });
}

function reportRoute(app: FastifyInstance, parts: Parts, { figures, type }: { figures: Figures; type: ReportType }): void {
  const { limits, renderReport, settings } = parts;
  const { title, quarter, asOf, file } = reports[type];
  const day = dayOf(asOf)!;
  let latest: { key: string; made: Promise<Made> } | undefined;

  async function make(madeAt: number): Promise<Made> {
    const portfolios = (await figures.read(day)).sort((a, b) => b.net_return_pf - a.net_return_pf);
    const sample = portfolios.some((one) => one.sample);
    const pdf = Buffer.from(await renderReport({ title, quarter, asOf, sample, riskFree: settings.RISK_FREE_RATE, portfolios, madeAt }));
    return { pdf, etag: `"${createHash('sha256').update(pdf).digest('base64url').slice(0, 22)}"` };
  }

  /** One rendering for all who ask at the same time; a failure is not kept. */
  function current({ key, madeAt }: { key: string; madeAt: number }): Promise<Made> {
    if (latest?.key !== key) {
      const fresh = { key, made: make(madeAt) };
      fresh.made.catch(() => {
        if (latest === fresh) latest = undefined;
      });
      latest = fresh;
    }
    return latest.made;
  }

  app.get(reportPath(type), { onRequest: limits({ name: 'reports-file', points: 120, seconds: 60 }) }, async (request, reply) => {
    const state = await figures.state(day);
    if (state === undefined) return sendProblem(reply, 404, { detail: 'There is no portfolio to report on.' });
    const { pdf, etag } = await current(state);
    reply.headers({ etag, 'cache-control': 'public, max-age=300' });
    if (request.headers['if-none-match']?.includes(etag) === true) return reply.code(304).send();
    return reply.type('application/pdf').header('content-disposition', `inline; filename="${file}"`).send(pdf);
  });
}
