import { declared } from './declared.ts';

export const insights = declared('insights', {
  title: 'Insights',
  lead: 'Every portfolio beside the benchmark that it has to beat. The figures come from its record of daily or monthly values and are computed anew with every new value, by a method you can read below.',
  metrics: {
    title: 'Quarterly metrics',
    to: 'To',
    basis: 'after the costs and fees that each card names',
    status: 'In the order of the annualized net return, the highest first.',
    ends: 'Each card says its own last day, and a benchmark’s figure goes with it.',
    sample: 'Sample data: portfolios and benchmarks made by a model, no money was managed.',
    someSamples: 'Cards marked “Sample” show data made by a model: no money was managed.',
    underOneYear: 'A record under one year stands there with its return since its start.',
    scale: 'Return a year, on one scale for all cards',
    none: 'There are no figures to show just now.',
    missing: (count: number | 'some') =>
      `${count === 'some' ? 'Some' : count} ${count === 1 ? 'portfolio' : 'portfolios'} could not be loaded just now.`,
    ask: 'Ask for the latest figures',
  },
  card: {
    to: 'to',
    benchmarks: 'Benchmark, same days',
    periods: 'Net return',
    ofYear: 'Complete 12 months to',
    sample: 'Sample',
    excess: 'excess return of the portfolio',
    standing: { ahead: 'Ahead of its benchmark', behind: 'Behind its benchmark', level: 'Level with its benchmark' },
    since: 'Managed since',
    simulatedSince: 'since',
    lags: 'Its record ends on',
    more: 'Show More',
  },
  papers: {
    title: 'Papers',
    lead: 'How we compute, what we look at, and what a track record can tell. Written to be checked.',
    on: 'On',
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
  closing: {
    title: 'A portfolio for your mandate',
    text: 'Tell us what you manage, against which benchmark and within which limits. We answer with the portfolio that comes closest, and with its record.',
    action: 'Ask about portfolios',
    more: 'Request the report',
  },
  again: 'Try again',
  confirmed: 'Your email address is verified. Every portfolio now opens with its full analytics, and papers download at once.',
  report: {
    text: 'The same figures, a page for each portfolio, are in the performance report.',
    action: 'Request the report',
  },
});

export const method = declared('method', {
  title: 'How the figures are computed',
  lead: 'Nothing here is typed in. Each figure follows from a record of daily or monthly values, by one formula, and values after its date have no part in it.',
});
