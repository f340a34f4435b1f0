import { company } from '../content/company.ts';
import { legal } from '../content/legal.ts';

const [seat] = company.offices;
const quoted = (text: string) => JSON.stringify(text.replaceAll('<', ''));
/** Text at the foot of every printed sheet (site/styles/base.css); address and date are added when printing. */
export const PRINT_FOOT = `:root{--print-foot:${quoted(`${company.legalName}${seat ? `, ${seat.street}, ${seat.postcode} ${seat.city}, ${seat.country}` : ''}`)};--print-warning:${quoted(legal.riskWarning)}}`;
