export { ReportForm as Component } from '../pages/getreport/report-form.tsx';
