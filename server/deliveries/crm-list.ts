import type { Crm } from './crm/crm.ts';
import { hubspot } from './hubspot/hubspot-fields.ts';
import { salesforce } from './salesforce/salesforce-fields.ts';

/** The CRMs that verified requests can be sent to. */
export const crms: readonly Crm[] = [hubspot, salesforce];
