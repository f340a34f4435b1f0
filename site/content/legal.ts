import { shippedLegal } from '../../contract/legal-details.ts';
import { declared } from './declared.ts';

export const legal = declared('legal', shippedLegal);
