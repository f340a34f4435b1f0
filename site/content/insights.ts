/** Words of the insights pages. */
export const insights = {
  title: 'Insights',
  lead: 'Every portfolio beside the benchmark that it has to beat. The figures come from daily values and are computed when you open the page, by a method you can read below.',
  /** Fixed, as are the dates that the data is asked for: contract/portfolio.ts. */
  quarter: 'Q4-2024',
  metrics: {
    title: 'Quarterly metrics',
    status: 'To the end of December 2024, net of costs and fees. Highest annualized return first.',
    sample: 'Sample data: portfolios and benchmarks made by a model, no money was managed.',
    none: 'There are no figures to show just now.',
    ask: 'Ask for the latest figures',
    withoutScript:
      'The figures are computed when the page is opened, which needs JavaScript. The quarterly report has the same figures on paper:',
    withoutScriptLink: 'request the report',
  },
  card: {
    benchmarks: 'Benchmark',
    annual: 'Net return a year',
    since: 'Managed since',
    more: 'Show More',
  },
  papers: {
    title: 'Papers',
    lead: 'How we compute, what we look at, and what a track record can tell. Written to be checked.',
    download: 'Download',
    withoutScript: 'The papers are listed when the page is opened, which needs JavaScript. Without it, ask for them on',
    withoutScriptLink: 'the contact page',
    missing: 'Not found',
    none: 'There are no papers to show just now.',
    note: 'Sent to your email address once you have verified it.',
  },
  sent: {
    title: 'Your paper has been sent',
    text: 'The paper was sent to your email address. If you don’t see it within a few minutes, please check in spam.',
    ok: 'OK',
    back: 'See the quarterly metrics',
  },
  confirmed: 'Your email address is verified. Every portfolio now opens with its full analytics, and papers download at once.',
  report: {
    text: 'The same figures, a page for each portfolio, are in the performance report.',
    action: 'Request the report',
  },
} as const;
