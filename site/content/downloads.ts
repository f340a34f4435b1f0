import { declared } from './declared.ts';

export const reportDownload = declared('reportDownload', {
  loading: 'Loading...',
  downloaded: 'File downloaded!',
  missing: '404 - Not Found',
  missingText: 'There is no report at this address. The current one can be requested in a minute.',
  request: 'Request the report',
  to: 'figures to',
  save: 'Save the PDF',
  drawFailed: 'The report cannot be drawn here. Save it to read it.',
  page: 'Page',
});
