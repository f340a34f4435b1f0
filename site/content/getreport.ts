import { editionMarks } from '../../contract/page-marks.ts';
import { declared } from './declared.ts';

export const getreport = declared('getreport', {
  title: 'Performance report',
  lead: 'Each portfolio on a page: growth against its benchmarks, drawdowns, calendar returns and risk, with the method and the disclosures. As a PDF.',
  formTitle: 'Request the report',
  legend: 'All fields are required.',
  contents: [
    ['Edition', editionMarks.label],
    ['Figures', `To ${editionMarks.to}, the same as on the insights page; each portfolio states its costs and fees`],
    ['Data', 'Sample portfolios made by a model'],
    ['How you get it', 'Verify your email address, and it opens'],
  ],
  again: 'Ask once more',
  close: 'Close',
  sending: 'Sending...',
});
