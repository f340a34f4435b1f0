import { RISK_WARNING } from './legal.ts';
import { withWords, type Changeable, type Words } from './content-fields.ts';

/** Legal details of the company on its pages and in its mails, as they ship. Every line is a sample: replace them first. */
export const shippedLegal = {
  riskWarning: RISK_WARNING,
  /** Stands before the details until somebody empties it at the desk. */
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

export type Legal = Changeable<typeof shippedLegal>;

export function legalIn(words: Words): Legal {
  return withWords<Legal>('legal', shippedLegal, words);
}

type Named = { legalName: string; legal: Legal };

/** Printed on every page of a report or factsheet: readers have to see that it is marketing, and whose. */
export function marketingMark({ legalName }: Pick<Named, 'legalName'>): string {
  return `Marketing communication of ${legalName}`;
}

export function legalLines({ legalName, legal }: Named): string[] {
  return [legalName, ...(legal.sampleMark === '' ? [] : [`${legal.sampleMark}:`]), ...factsOf(legal)];
}

/** The same as sentences. */
export function legalSentences(legal: Legal): string {
  return [...(legal.sampleMark === '' ? [] : [legal.sampleMark]), ...factsOf(legal)].map((text) => `${text}.`).join(' ');
}

function factsOf({ facts }: Legal): string[] {
  return facts.map(([term, text]) => `${term}: ${text}`);
}
