import { reportTexts as shipped } from '../../contract/forms/report.ts';
import { declared } from './declared.ts';

export const reportFormWords = declared('reportForm', shipped);
