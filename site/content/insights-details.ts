import { declared } from './declared.ts';

export const portfolioDetails = declared('portfolioDetails', {
  details: {
    returns: 'Annualized net returns',
    shortReturns: 'Net returns since the start',
    periods: 'Net returns by period',
    excess: 'Excess returns',
    versus: 'versus',
    noExcess: 'There is no benchmark over the whole record.',
    asOf: 'As of',
    lags: 'where its record ends',
    since: 'managed since',
    disclosure: 'What these figures are',
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
});
