import { declared } from './declared.ts';

/**
 * The ten headline figures. Values and words are the specification's; `period` and `basis` say how each was measured. They are samples: replace them
 * together with the values.
 */
export const headlineFigures: { heading: string; sample: string; figures: readonly HeadlineFigure[] } = declared('headlineFigures', {
  heading: 'The platform in figures',
  sample: 'Sample figures with sample periods and bases: no money was managed.',
  figures: [
    {
      id: 'data',
      number: 12_637_617_930,
      text: 'data processed',
      period: 'January 2015 to December 2024',
      basis: 'prices, fundamentals and news items read in, each counted once',
      decimals: 0,
      prefix: '',
      suffix: '',
      colour: 'ink',
    },
    {
      id: 'securities',
      number: 8173,
      text: 'securities under advisory',
      period: 'On 31 December 2024',
      basis: 'securities in the universes that clients have chosen',
      decimals: 0,
      prefix: '',
      suffix: '',
      colour: 'ink',
    },
    {
      id: 'trades',
      number: 4_145_118,
      text: 'trades generated',
      period: 'January 2015 to December 2024',
      basis: 'proposals of a purchase or a sale, approved or not',
      decimals: 0,
      prefix: '',
      suffix: '',
      colour: 'ink',
    },
    {
      id: 'profit',
      number: 86_428_392,
      text: 'cumulated profit to last quarter',
      period: 'July 2017 to December 2024',
      basis: 'all managed mandates together, before fees',
      decimals: 0,
      prefix: '€ ',
      suffix: '',
      colour: 'primary',
    },
    {
      id: 'profit-year',
      number: 11_576_362,
      text: 'average net profit per year',
      period: 'Calendar years 2018 to 2024',
      basis: 'all managed mandates together, after costs and fees',
      decimals: 0,
      prefix: '€ ',
      suffix: '',
      colour: 'primary',
    },
    {
      id: 'performance',
      number: 85.8,
      text: 'cumulated net performance to last quarter',
      period: '31 May 2020 to 31 December 2024',
      basis: 'all managed mandates, weighted by assets, after costs and fees',
      decimals: 1,
      prefix: '+',
      suffix: '%',
      colour: 'gain',
    },
    {
      id: 'performance-year',
      number: 14.46,
      text: 'annualized net performance',
      period: '31 May 2020 to 31 December 2024',
      basis: 'the same growth as a rate per year',
      decimals: 2,
      prefix: '+',
      suffix: '%',
      colour: 'gain',
    },
    {
      id: 'reports-day',
      number: 9587,
      text: 'robo-reports generated daily',
      period: 'Business days of 2024',
      basis: 'their mean',
      decimals: 0,
      prefix: '',
      suffix: '',
      colour: 'ink',
    },
    {
      id: 'reports-year',
      number: 2_400_000,
      text: 'robo-reports generated yearly',
      period: '2024',
      basis: 'rounded to a hundred thousand',
      decimals: 0,
      prefix: '',
      suffix: '',
      colour: 'ink',
    },
    {
      id: 'report-time',
      number: 633,
      text: 'single report generation time',
      period: 'December 2024',
      basis: 'median, from the request to the finished PDF',
      decimals: 0,
      prefix: '',
      suffix: ' ms',
      colour: 'ink',
    },
  ],
});

export type HeadlineFigure = {
  id: string;
  number: number;
  text: string;
  period: string;
  basis: string;
  decimals: number;
  prefix: string;
  suffix: string;
  colour: 'ink' | 'primary' | 'gain';
};
