import { applicationTexts as shipped } from '../../contract/forms/career.ts';
import { declared } from './declared.ts';

export const applicationFormWords = declared('applicationForm', shipped);
