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
    total: 'Total net return',
    sharpe: 'Sharpe ratio',
    benchmarks: 'Benchmark',
    annual: 'Net return a year',
    since: 'Managed since',
    more: 'Show More',
  },
  details: {
    returns: 'Annualized net returns',
    shortReturns: 'Net returns since the start',
    excess: 'Excess returns',
    versus: 'versus',
    noExcess: 'There is no benchmark over the whole record.',
    asOf: 'As of',
    since: 'managed since',
    net: 'net of costs and fees',
    sample: 'sample data',
    method: 'How these figures are computed',
    invitation: {
      title: 'See how it got there',
      text: 'Verify your email address to see this portfolio’s growth against its benchmarks, its drawdowns, and its return in every month and year.',
      action: 'See the full analytics',
    },
    ask: { text: 'Would it suit your mandate?', action: 'Ask about this portfolio' },
  },
  analytics: {
    failed: 'The analytics cannot be shown just now. The figures above are complete.',
    growth: 'Growth of 100',
    drawdown: 'Drawdown, percent',
    chartFailed: 'The chart cannot be drawn here. The same numbers are in the tables below.',
    credit: 'Charts by TradingView Lightweight Charts™',
    creditHref: 'https://www.tradingview.com/',
    table: 'The chart as a table, by month',
    risk: 'Risk',
    years: 'Calendar years',
    months: 'Months',
    paper: 'Every formula, and a check that you can repeat:',
    partial: 'Marked years and months are covered in part.',
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
  method: {
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
        text: 'The difference of the two annualized net returns. Benchmarks pay no costs and no fees.',
      },
      {
        key: 'drawdown',
        term: 'Drawdown',
        text: 'How far the portfolio stands below its highest value so far. The first loss counts, too.',
      },
    ],
    report: 'The same figures, a page for each portfolio, are in the performance report.',
    reportAction: 'Request the report',
  },
} as const;

/** Words of the report's request. */
export const reportRequest = {
  title: 'Performance report',
  lead: 'Each portfolio on a page: growth against its benchmarks, drawdowns, calendar returns and risk, with the method and the disclosures. As a PDF.',
  formTitle: 'Request the report',
  legend: 'All fields are required.',
  contents: [
    ['Edition', 'First quarter of 2024'],
    ['Figures', 'As of 31 March 2024, net of costs and fees'],
    ['Data', 'Sample portfolios made by a model'],
    ['How you get it', 'Verify your email address, and it opens'],
  ],
  withoutScript: 'This form needs JavaScript. Without it, ask for the report on',
  withoutScriptLink: 'the contact page',
  close: 'Close',
  sending: 'Sending...',
} as const;

/** Words of the report's page. */
export const reportDownload = {
  loading: 'Loading...',
  downloaded: 'File downloaded!',
  missing: '404 - Not Found',
  missingText: 'There is no report at this address. The current one can be requested in a minute.',
  request: 'Request the report',
  save: 'Save the PDF',
  drawFailed: 'The report cannot be drawn here. Save it to read it.',
  page: 'Page',
} as const;
