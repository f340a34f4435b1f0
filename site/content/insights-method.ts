/** How the figures of the insights page are computed, in words. Its formulas: site/insights/method.later.tsx. */
export const method = {
  title: 'How the figures are computed',
  lead: 'Nothing here is typed in. Each figure follows from a record of daily values, by one formula, and values after its date have no part in it.',
  terms: [
    {
      key: 'total',
      term: 'Total net return',
      text: 'Growth from the first day of the record to the date, after trading costs and fees.',
    },
    {
      key: 'annual',
      term: 'Annualized net return',
      text: 'The same growth as a rate per year. A record of under one year is never annualized.',
    },
    {
      key: 'sharpe',
      term: 'Sharpe ratio',
      text: 'Return above the risk-free rate for each unit of its own swings, per year. Where returns do not vary there is none.',
    },
    {
      key: 'excess',
      term: 'Excess return',
      text: 'The difference of the two annualized net returns, rounded last: it may differ by 0.01 from the two as they are shown. Benchmarks pay no costs and no fees.',
    },
    {
      key: 'drawdown',
      term: 'Drawdown',
      text: 'How far the portfolio stands below its highest value so far. The first loss counts, too.',
    },
  ],
} as const;
