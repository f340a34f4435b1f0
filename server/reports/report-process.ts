import { answerParent } from '../kernel/bounded-process.ts';
import type { ReportData } from './report-page.ts';
import { renderReport } from './report-pdf.ts';

// Started by report-maker.ts for one report.
answerParent(async (data: ReportData) => new Uint8Array(await renderReport(data)));
