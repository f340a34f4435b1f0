import type { CallOutput } from '../../../contract/calls/desk/call.ts';
import type { listDeliveriesCall, readEndpoints } from '../../../contract/calls/desk/endpoint-calls.ts';

export type EndpointData = CallOutput<typeof readEndpoints>['endpoints'][number];
export type DeliveryData = CallOutput<typeof listDeliveriesCall>['deliveries'][number];

/** The state of an endpoint in one or two words. */
export const endpointMarks: Readonly<Record<EndpointData['state'], string>> = {
  on: 'On',
  failing: 'Failing',
  resting: 'Resting',
  held: 'Held',
  off: 'Off',
};
