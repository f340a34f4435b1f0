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
