import type { CallOutput } from '../../../contract/calls/desk/call.ts';
import type { readCrms } from '../../../contract/calls/desk/crm-calls.ts';
import type { listDeliveriesCall, readEndpoints } from '../../../contract/calls/desk/endpoint-calls.ts';
import type { readQueue } from '../../../contract/calls/desk/queue-calls.ts';

export type QueueData = CallOutput<typeof readQueue>;
export type EndpointData = CallOutput<typeof readEndpoints>['endpoints'][number];
export type DeliveryData = CallOutput<typeof listDeliveriesCall>['deliveries'][number];
export type CrmsData = CallOutput<typeof readCrms>;
export type CrmData = CrmsData['crms'][number];
export type CrmFieldData = CrmData['fields'][number];

/** A CRM value in words; `true` is a ticked checkbox. */
export function valueWords(value: string | true): string {
  if (value === true) return 'a tick';
  return value === '' ? 'nothing' : `“${value}”`;
}
