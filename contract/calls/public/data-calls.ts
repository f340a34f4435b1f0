import * as v from 'valibot';
import { dayOf } from '../../figures/days.ts';
import { disclosureSchema } from '../../figures/disclosure.ts';
import { RISK_WARNING } from '../../legal.ts';
import { paperSchema } from '../../paper.ts';
import { analyticsSchema, dataPaths, portfolioDetailSchema, portfolioGroups, type PortfolioGroup } from '../../portfolio.ts';
import { factsheets, reportPath, reports, type ReportType } from '../../report-files.ts';
import { definePublicCall } from './public-call.ts';

const text = v.pipe(v.string(), v.description('As the list has it'));

const tokenSchema = v.object({ msg: v.object({ TOKEN: v.string() }) });

export const dataLogin = definePublicCall({
  name: 'data_login',
  method: 'POST',
  path: dataPaths.login,
  about: 'A token for the data calls, good for one hour',
  notes: 'The account is a shared one and public. Its token reads portfolios and nothing else.',
  rate: { name: 'data-login', points: 60, seconds: 60 },
  body: { types: ['application/json'], schema: v.object({ email: v.string(), password: v.string() }) },
  answers: { 200: { about: 'The token.', schema: tokenSchema } },
  refusals: {
    unfit: { status: 400, detail: 'The body must be a JSON object with email and password.' },
    wrong: { status: 401, detail: 'Invalid credentials' },
  },
});

const papersRate = { name: 'papers', points: 600, seconds: 60 };

export const listPublicPapers = definePublicCall({
  name: 'list_papers',
  method: 'GET',
  path: dataPaths.papers,
  about: 'The research papers, the one that is shown large first',
  rate: papersRate,
  answers: { 200: { about: 'Found.', schema: v.array(paperSchema) } },
  tagged: true,
  refusals: {},
});

export const readPaperFile = definePublicCall({
  name: 'read_paper_file',
  method: 'GET',
  path: dataPaths.paperFile(':file') as `/${string}`,
  about: 'The PDF of a paper, or its picture',
  rate: papersRate,
  address: v.object({ file: text }),
  answers: { 200: { about: 'The file.', type: 'application/octet-stream' } },
  tagged: true,
  refusals: { unknown: { status: 404, detail: 'There is no such paper.' } },
});

const dateFault = { status: 400, detail: 'The date must be one day, such as 2024-12-31.' };

const reading = {
  notes: `Of figures: ${RISK_WARNING} Who publishes them says so beside them.`,
  method: 'GET',
  signed: 'dataToken',
  rate: { name: 'data', points: 1200, seconds: 60 },
  tagged: true,
  refusals: {
    token: { status: 401, detail: 'A token of the data login is needed, and it is good for one hour.' },
    date: dateFault,
    future: { status: 400, detail: 'The date is in the future.' },
  },
} as const;

/** An optional ISO date, parsed to a day as a whole number (figures/days.ts). */
const day = /* @__NO_SIDE_EFFECTS__ */ (description: string) =>
  v.optional(v.pipe(v.string(), v.isoDate(), v.description(description), v.transform(dayOf), v.number()));

const disclosed = v.object({
  disclosure: v.optional(
    v.pipe(disclosureSchema, v.description('What is stated of the figures. Absent for a record from before it was required.')),
  ),
});

export function listPortfoliosCall(group: PortfolioGroup) {
  return definePublicCall({
    ...reading,
    name: `list_${group}_portfolios`,
    path: dataPaths.portfolios(group) as `/${string}`,
    about: `The ${group} portfolios: their ids, or with a date all of their figures`,
    address: v.object({
      date: day('With it each one that had begun by then is answered with its figures, the highest net return first.'),
    }),
    answers: {
      200: { about: 'Found.', schema: v.array(v.union([v.intersect([portfolioDetailSchema, disclosed]), v.object({ id: v.string() })])) },
    },
  });
}

/** A date or time of ISO 8601. `Date.parse` alone would accept other formats. */
const TIME = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d)?)?$/;

const known = /* @__NO_SIDE_EFFECTS__ */ (meaning: string) =>
  v.optional(v.pipe(v.string(), v.regex(TIME), v.description(`A day or time (UTC): ${meaning}.`), v.transform(Date.parse), v.number()));

const knownFault = { status: 400, detail: 'known must be a day or a time, such as 2024-12-31T09:30Z.' };

export function readPortfolioCall(group: PortfolioGroup) {
  return definePublicCall({
    ...reading,
    name: `read_${group}_portfolio`,
    path: dataPaths.portfolio(group, ':id') as `/${string}`,
    about: `A ${group} portfolio with its figures as of a date`,
    address: v.object({
      id: text,
      date: day('The last day of the record where none is given. Nothing after the date has a part in any figure.'),
      analytics: v.fallback(
        v.pipe(
          v.optional(v.picklist(['0', '1', 'true']), '0'),
          v.description('1 adds risk, relative figures, yearly and monthly returns and the lines of the charts.'),
        ),
        '0',
      ),
      known: known('figures from the version of the record that was the latest then'),
    }),
    answers: {
      200: {
        about: 'Found.',
        schema: v.intersect([portfolioDetailSchema, disclosed, v.object({ analytics: v.optional(analyticsSchema) })]),
      },
    },
    refusals: {
      ...reading.refusals,
      known: knownFault,
      unknown: { status: 404, detail: 'There is no such portfolio.' },
      early: { status: 404, detail: 'The record of this portfolio begins on {day}.' },
      short: { status: 404, detail: 'The record of this portfolio is under twelve months long by then: its figures are not public.' },
    },
  });
}

const reportReading = {
  method: 'GET',
  rate: { name: 'reports-file', points: 120, seconds: 60 },
  answers: { 200: { about: 'The report.', type: 'application/pdf' } },
  tagged: true,
  refusals: { none: { status: 404, detail: 'There is no portfolio to report on.' }, known: knownFault },
} as const;

export function readReportCall(type: ReportType) {
  return definePublicCall({
    ...reportReading,
    name: 'read_report',
    path: reportPath(type) as `/${string}`,
    about: `${reports[type].title}, the present edition`,
    notes: 'Made from the track records, with the figures that the calls for portfolios answer for the reporting date.',
    address: v.object({ known: known('the edition of that time, from the records of that time') }),
  });
}

export const readFactsheet = definePublicCall({
  ...reportReading,
  name: 'read_factsheet',
  path: '/resources/factsheets/:file',
  about: `${factsheets.title} of a portfolio`,
  notes: 'Two pages with the figures of the report’s present edition.',
  address: v.object({ file: v.pipe(v.string(), v.description('The id of the portfolio and .pdf')) }),
  answers: { 200: { about: 'The factsheet.', type: 'application/pdf' } },
  refusals: { unknown: { status: 404, detail: 'There is no factsheet of such a portfolio.' } },
});

export const readEditionCall = definePublicCall({
  ...reportReading,
  name: 'read_report_edition',
  path: '/resources/:file',
  about: 'The edition of a reporting date, by its own file name',
  notes:
    'The present edition follows corrections of the records. An earlier one is made from the records as they were when its date was published for the last time.',
  address: v.object({
    file: v.pipe(v.string(), v.description('Such as multi-strategy-performance-report-Q4-2024.pdf')),
    known: known('from the records of that time'),
  }),
  refusals: { ...reportReading.refusals, unknown: { status: 404, detail: 'There is no report of this name.' } },
});

const reportingDateSchema = v.object({
  label: v.pipe(
    v.string(),
    v.description('As cards and report name it: Q4-2024, or of another day than a quarter’s last: to 14 Nov 2024.'),
  ),
  date: v.pipe(v.string(), v.isoDate(), v.description('The last day that the figures of the site use.')),
  dates: v.pipe(
    v.object({ website: v.pipe(v.string(), v.isoDate()), cognitive: v.pipe(v.string(), v.isoDate()) }),
    v.description('The same for each group of portfolios. They differ in the samples alone.'),
  ),
  report: v.pipe(v.string(), v.description('Path of the edition of the report.')),
  published: v.pipe(v.nullable(v.string()), v.description('When (UTC); null for the date that the samples come with.')),
});

export const readReportingDate = definePublicCall({
  name: 'read_reporting_date',
  method: 'GET',
  path: dataPaths.reportingDate,
  about: 'The date that the site shows figures of, and earlier ones',
  rate: papersRate,
  answers: {
    200: {
      about: 'Found.',
      schema: v.object({
        ...reportingDateSchema.entries,
        earlier: v.pipe(v.array(reportingDateSchema), v.description('The latest first.')),
      }),
    },
  },
  tagged: true,
  refusals: {},
});

export const dataCalls = [
  dataLogin,
  listPublicPapers,
  readPaperFile,
  ...portfolioGroups.flatMap((group) => [listPortfoliosCall(group), readPortfolioCall(group)]),
  ...(Object.keys(reports) as ReportType[]).map(readReportCall),
  readFactsheet,
  readEditionCall,
  readReportingDate,
];
