import { readEditionCall, readFactsheet, readReportCall } from '../../contract/calls/public/data-calls.ts';
import type { StatedRates } from '../../contract/figures/stated-rates.ts';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { dateLabel, reportingDay, type ReportingDates } from '../../contract/figures/reporting-date.ts';
import { dateOfFile, editionFile, factsheets, reports, type ReportType } from '../../contract/report-files.ts';
import { createPublicRoute, type Asked } from '../http/public-route.ts';
import { etagOf, sendResource, type Resource } from '../http/resource.ts';
import type { HttpContext } from '../http/http-context.ts';
import type { ReportData, Reported } from './report-page.ts';
import type { RenderReport } from './report-maker.ts';

type ReportContext = Pick<HttpContext, 'limits' | 'settings' | 'now'> & { renderReport: RenderReport };

/** `known`: time (ms) whose records the edition is made from; `riskFree`: its rates. Undefined: the present ones. */
type Edition = { dates: ReportingDates; known: number | undefined; riskFree?: StatedRates | undefined };

/** With an `id`, the functions are about that portfolio alone. */
export type Figures = {
  /** The present edition; with `known` the one of that time. */
  current(known?: number): Promise<Edition>;
  /** The edition of a reporting date; undefined for a day that never was one. */
  ofDate(day: string, known?: number): Promise<Edition | undefined>;
  /** The key changes with the date and the records that a report of this edition would contain; undefined when there is none. */
  state(edition: Edition, id?: string): Promise<{ key: string; madeAt: number } | undefined>;
  /** Portfolios with the highest net return first. `missing`: how many could not be read. */
  read(edition: Edition, id?: string): Promise<{ portfolios: Reported[]; missing: number }>;
};

/** Milliseconds after which a report that left something out is made again. */
const RETRY = 60_000;
/** Browsers revalidate by the ETag each time, so that a file that is opened has the latest publications and corrections. */
const CACHING = 'no-cache';
const config = { config: { cost: 'costly' } } as const;

/** Serves the reports and factsheets as files under /resources/, made from the track records and kept until a record changes. */
export function reportFileRoutes(app: FastifyInstance, context: ReportContext, figures: Figures): void {
  const route = createPublicRoute(app, context);
  const fileOf = createReportCache(context, figures);
  const send = async ({ request, reply, refuse }: Asked<'none'>, type: ReportType, edition: Edition): Promise<FastifyReply> => {
    const file = await fileOf(edition, reportOf(type, edition));
    return file === undefined ? refuse('none') : sendResource(request, reply, file, CACHING);
  };
  for (const type of reportTypes)
    route(readReportCall(type), async (asked) => send(asked, type, await figures.current(asked.address.known)), config);
  route(
    readEditionCall,
    async (asked) => {
      const { file, known } = asked.address;
      for (const type of reportTypes) {
        const day = dateOfFile(type, file);
        const edition = day === undefined ? undefined : await figures.ofDate(day, known);
        if (edition !== undefined) return send(asked, type, edition);
      }
      return asked.refuse('unknown');
    },
    config,
  );
  route(
    readFactsheet,
    async ({ request, reply, address, refuse }) => {
      const [, id] = /^(.+)\.pdf$/.exec(address.file) ?? [];
      const edition = await figures.current();
      const file = id === undefined ? undefined : await fileOf(edition, factsheetOf(id, edition));
      return file === undefined ? refuse('unknown') : sendResource(request, reply, file, CACHING);
    },
    config,
  );
}

const reportTypes = Object.keys(reports) as ReportType[];

/** `id`: the portfolio that the document is about; undefined: all portfolios. */
type Document = Pick<ReportData, 'kind' | 'title'> & { savedAs: string; id?: string };

function reportOf(type: ReportType, { dates }: Edition): Document {
  return { kind: 'report', title: reports[type].title, savedAs: editionFile(type, reportingDay(dates)) };
}

function factsheetOf(id: string, { dates }: Edition): Document {
  return { kind: 'factsheet', title: factsheets.title, savedAs: factsheets.savedAs(id, reportingDay(dates)), id };
}

type CachedFile = { key: string; until: number; bytes: number; made: Promise<Resource | undefined> };

/** Bounds of the files in memory: a factsheet has some 60 KB, a report as much for each portfolio, and there are earlier editions. */
const MAX_FILES = 300;
const MAX_BYTES = 64 * 1024 * 1024;

/** Removes the files that nobody asked for the longest, down to both bounds; one always stays. */
function trim(files: Map<string, CachedFile>): void {
  let bytes = [...files.values()].reduce((sum, file) => sum + file.bytes, 0);
  for (const [name, file] of files) {
    if (files.size === 1 || (files.size <= MAX_FILES && bytes <= MAX_BYTES)) return;
    files.delete(name);
    bytes -= file.bytes;
  }
}

/** @returns what gives the file of a document; undefined when it has no portfolio, or the one it is about cannot be read */
function createReportCache({ renderReport, settings, now }: ReportContext, figures: Figures) {
  const files = new Map<string, CachedFile>();

  async function make(edition: Edition, document: Document, madeAt: number, onMissing: () => void): Promise<Resource | undefined> {
    const { kind, title, savedAs, id } = document;
    const read = await figures.read(edition, id);
    if (read.missing > 0) onMissing();
    if (id !== undefined && read.portfolios.length === 0) return undefined;
    const site = settings.API_URL ?? settings.PUBLIC_URL;
    const quarter = dateLabel(reportingDay(edition.dates));
    const pdf = Buffer.from(
      await renderReport({
        kind,
        title,
        quarter,
        site,
        riskFree: edition.riskFree ?? settings.RISK_FREE_RATE,
        company: settings.company,
        ...read,
        madeAt,
      }),
    );
    const headers = { 'content-type': 'application/pdf', 'content-disposition': `inline; filename="${savedAs}"` };
    return { headers, etag: etagOf(pdf), body: pdf };
  }

  /** One rendering serves all concurrent requests; a failure is not kept. */
  return async (edition: Edition, document: Document): Promise<Resource | undefined> => {
    const state = await figures.state(edition, document.id);
    if (state === undefined) return undefined;
    const { madeAt } = state;
    const key = `${state.key} ${JSON.stringify(settings.company)}`;
    const name = `${document.savedAs} ${document.id ?? ''} ${edition.known === undefined ? 'now' : key}`;
    const found = files.get(name);
    files.delete(name);
    if (found !== undefined && found.key === key && found.until >= now()) {
      files.set(name, found);
      return found.made;
    }
    const fresh: CachedFile = {
      key,
      until: Infinity,
      bytes: 0,
      made: make(edition, document, madeAt, () => (fresh.until = now() + RETRY)),
    };
    files.set(name, fresh);
    fresh.made.then(
      (file) => {
        fresh.bytes = file?.body.length ?? 0;
        trim(files);
      },
      () => {
        if (files.get(name) === fresh) files.delete(name);
      },
    );
    return fresh.made;
  };
}
