import { shippedCompany, type Company } from '../../contract/company-details.ts';
import { declared } from './declared.ts';

/** The company's texts and addresses. Read by frame, pages and structured data. */
export const company: Company = declared('company', shippedCompany);
