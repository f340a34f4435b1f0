export const insights = {
  title: 'Insights',
  lead: 'Every portfolio beside the benchmark that it has to beat. The figures come from daily values and are computed anew with every new value, by a method you can read below.',
  /** Fixed, as are the dates that the data is asked for: contract/portfolio.ts. */
  quarter: 'Q4-2024',
  metrics: {
    title: 'Quarterly metrics',
    status: 'To the end of December 2024, net of costs and fees. Highest annualized return first.',
    sample: 'Sample data: portfolios and benchmarks made by a model, no money was managed.',
    none: 'There are no figures to show just now.',
    ask: 'Ask for the latest figures',
  },
  card: {
    benchmarks: 'Benchmark',
    annual: 'Net return a year',
    aYear: 'a year',
    excess: 'excess return of the portfolio',
    since: 'Managed since',
    more: 'Show More',
  },
  papers: {
    title: 'Papers',
    lead: 'How we compute, what we look at, and what a track record can tell. Written to be checked.',
    download: 'Download',
    missing: 'Not found',
    none: 'There are no papers to show just now.',
    note: 'Sent to your email address once you have verified it.',
  },
  sent: {
    title: 'Your paper has been sent',
    text: 'The paper was sent to your email address. If you don’t see it within a few minutes, please check in spam.',
    action: 'OK',
    back: 'See the quarterly metrics',
  },
  again: 'Try again',
  confirmed: 'Your email address is verified. Every portfolio now opens with its full analytics, and papers download at once.',
  report: {
    text: 'The same figures, a page for each portfolio, are in the performance report.',
    action: 'Request the report',
  },
} as const;
