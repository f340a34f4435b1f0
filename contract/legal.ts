import { companyName } from './company.ts';

/** Shown with every performance figure: on pages, cards, dialogs, reports and papers. */
export const RISK_WARNING = 'Past performance does not predict future returns, and you may get back less than you invested.';

export const legalName = `${companyName} S.p.A.`;

/** Stands on every page of a report or factsheet: readers have to see what it is, and whose. */
export const MARKETING_MARK = `Marketing communication of ${legalName}`;

/** Legal details of the company on its pages and in its mails. Every line is a sample: replace them first. */
export const legalNotice = {
  sample: true,
  sampleMark: 'Sample legal details',
  facts: [
    ['Company number', 'Companies Register of Milan 00000000000, REA MI-0000000'],
    ['VAT', 'IT 00000000000'],
    ['Regulator', 'Authorised by Consob, register of investment firms no. 000'],
    [
      'For whom',
      'Professional clients, and investors who know the risks. Nothing here is an offer or advice, or meant where it would be against the law',
    ],
  ],
} as const;

/** What the company claims of performance standards, in the words that it may use; without one no report names a standard. */
export const complianceStatement: string | undefined = undefined;

export function legalLines(): string[] {
  return [legalName, ...(legalNotice.sample ? [`${legalNotice.sampleMark}:`] : []), ...facts()];
}

/** The same as sentences. */
export function legalSentences(): string {
  return [...(legalNotice.sample ? [legalNotice.sampleMark] : []), ...facts()].map((text) => `${text}.`).join(' ');
}

function facts(): string[] {
  return legalNotice.facts.map(([term, text]) => `${term}: ${text}`);
}
