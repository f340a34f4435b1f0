import * as v from 'valibot';
import { defineCall } from './call.ts';
import { leadSections } from '../../desk/lead-facts.ts';

/**
 * State of an endpoint. `failing`: its last attempts failed and are retried; `resting`: all attempts failed, so deliveries pause for a while; `held`:
 * deliveries wait until somebody switches the endpoint on; `off`: nothing is delivered.
 */
const endpointStates = ['on', 'failing', 'resting', 'held', 'off'] as const;
export const deliveryStatuses = ['waiting', 'delivered', 'failed'] as const;

const id = v.pipe(v.string(), v.maxLength(100));
const at = v.pipe(v.number(), v.description('Milliseconds since the epoch'));

/** HTTP status; null if there was no answer. */
const status = v.nullable(v.number());

export const readEndpoints = defineCall({
  name: 'endpoints.read',
  method: 'GET',
  path: '/api/endpoints',
  about: 'The other systems that are told what happens here: how each does, and what waits for it.',
  access: 'deliveries.read',
  input: v.object({}),
  output: v.object({
    endpoints: v.array(
      v.object({
        id: v.string(),
        /** Host of a webhook's address, whose rest may be secret; for other kinds the name of the service. */
        name: v.string(),
        events: v.array(v.string()),
        state: v.picklist(endpointStates),
        /** Why it is off or held. */
        reason: v.nullable(v.string()),
        failingSince: v.nullable(at),
        /** When the next attempt is made; null if the endpoint is not resting. */
        resumeAt: v.nullable(at),
        waiting: v.number(),
        /** Creation time of the oldest waiting delivery. */
        oldestAt: v.nullable(at),
        /** Time of the last success among the latest attempts; null if none succeeded. */
        lastSuccessAt: v.nullable(at),
        /** Last failure among the latest attempts; null if none failed. */
        lastFailure: v.nullable(v.object({ at, status, error: v.string() })),
      }),
    ),
  }),
});

export const listDeliveriesCall = defineCall({
  name: 'endpoints.deliveries',
  method: 'POST',
  path: '/api/endpoints/:id/deliveries',
  about: 'What an endpoint was told or is to be told, the latest first, with the last attempts of each and what was answered.',
  access: 'deliveries.read',
  only: 'reads',
  action: 'deliveries to an endpoint listed',
  recordedOnce: true,
  input: v.object({ id, status: v.optional(v.picklist(deliveryStatuses)), before: v.optional(v.number()) }),
  output: v.object({
    deliveries: v.array(
      v.object({
        id: v.string(),
        event: v.string(),
        /** Id by which the receiver recognizes the event. */
        eventId: v.string(),
        status: v.picklist(deliveryStatuses),
        /** Time of the next attempt; null if none is due. */
        nextAt: v.nullable(at),
        createdAt: at,
        /** Null if there is no lead or the reader may not see it. */
        lead: v.nullable(v.object({ id: v.string(), section: v.picklist(leadSections), name: v.string() })),
        attempts: v.array(
          v.object({
            at,
            ms: v.number(),
            status,
            /** Null: the delivery succeeded. */
            error: v.nullable(v.string()),
            /** The first characters of the answer. It may contain names, so it is null for readers who may not see the lead. */
            answer: v.nullable(v.string()),
          }),
        ),
      }),
    ),
    /** Value of `before` for the next page; null on the last page. */
    next: v.nullable(v.number()),
  }),
});

export const resendDelivery = defineCall({
  name: 'deliveries.resend',
  method: 'POST',
  path: '/api/deliveries/:id/resend',
  about: 'Has a delivery sent again, with the same id and body, and all its attempts anew.',
  access: 'deliveries.work',
  action: 'delivery sent again',
  input: v.object({ id }),
  output: v.object({}),
});

export const resendSince = defineCall({
  name: 'endpoints.resend',
  method: 'POST',
  path: '/api/endpoints/:id/resend',
  about: 'Has everything sent again that an endpoint was to be told since a time, or what of that failed for good; in its order.',
  access: 'deliveries.work',
  action: 'deliveries sent again',
  input: v.object({ id, since: at, failedOnly: v.boolean() }),
  output: v.object({ count: v.number() }),
});

export const enableEndpointCall = defineCall({
  name: 'endpoints.enable',
  method: 'POST',
  path: '/api/endpoints/:id/enable',
  about: 'Switches an endpoint on, or ends its rest: what waits is sent now.',
  access: 'deliveries.work',
  action: 'endpoint switched on',
  input: v.object({ id }),
  output: v.object({ waiting: v.number() }),
});

export const disableEndpoint = defineCall({
  name: 'endpoints.disable',
  method: 'POST',
  path: '/api/endpoints/:id/disable',
  about: 'Switches an endpoint off: nothing is sent, what waits is kept, and what happens meanwhile is not told.',
  access: 'deliveries.work',
  action: 'endpoint switched off',
  input: v.object({ id }),
  output: v.object({}),
});

export const endpointCalls = [readEndpoints, listDeliveriesCall, resendDelivery, resendSince, enableEndpointCall, disableEndpoint] as const;
