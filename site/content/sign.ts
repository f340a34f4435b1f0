import { companyIcon, shippedSign, type CompanySign } from '../../contract/company-sign.ts';
import { MEDIA } from '../../contract/pictures.ts';
import { declared } from './declared.ts';

/** The company's sign, where staff uploaded one, and its icons. */
export const sign: CompanySign = declared('sign', shippedSign);

/** The company's logo for search engines, a path. */
export function logoAddress(): string {
  const own = companyIcon(sign, 'icon', 512);
  return own === undefined ? '/icon-512.png' : MEDIA + own;
}
