import * as v from 'valibot';
import { defineCall } from './call.ts';
import { leadSections } from '../../desk/lead-facts.ts';

/**
 * How an endpoint does. `failing`: its last attempts failed, and it is tried again; `resting`: it failed with everything, and is left alone for a
 * while; `held`: what comes waits until somebody switches it on; `off`: it is told nothing.
 */
const endpointStates = ['on', 'failing', 'resting', 'held', 'off'] as const;
export const deliveryStatuses = ['waiting', 'delivered', 'failed'] as const;

const id = v.pipe(v.string(), v.maxLength(100));
const at = v.pipe(v.number(), v.description('Milliseconds since the epoch'));

/** HTTP's, or null where there was no answer. */
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
        /** Its host: the rest of an address may be a secret. */
        name: v.string(),
        events: v.array(v.string()),
        state: v.picklist(endpointStates),
        /** Why it is off or held. */
        reason: v.nullable(v.string()),
        failingSince: v.nullable(at),
        /** When it is tried next; null where it does not rest. */
        resumeAt: v.nullable(at),
        waiting: v.number(),
        /** Since when the oldest of them waits. */
        oldestAt: v.nullable(at),
        /** Of the latest attempts; null where none of these was taken. */
        lastSuccessAt: v.nullable(at),
        /** Of the latest attempts; null where none of these failed. */
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
  action: 'deliveries to an endpoint listed',
  recordedOnce: true,
  input: v.object({ id, status: v.optional(v.picklist(deliveryStatuses)), before: v.optional(v.number()) }),
  output: v.object({
    deliveries: v.array(
      v.object({
        id: v.string(),
        event: v.string(),
        /** By which the receiver knows it. */
        eventId: v.string(),
        status: v.picklist(deliveryStatuses),
        /** When it is tried next; null where it is not. */
        nextAt: v.nullable(at),
        createdAt: at,
        /** Null where whoever asks may not see it, or there is none. */
        lead: v.nullable(v.object({ id: v.string(), section: v.picklist(leadSections), name: v.string() })),
        attempts: v.array(
          v.object({
            at,
            ms: v.number(),
            status,
            /** Null: it was taken. */
            error: v.nullable(v.string()),
            /** The first characters of the answer, which may name somebody: for those alone who may see the lead. */
            answer: v.nullable(v.string()),
          }),
        ),
      }),
    ),
    /** What the next page begins before; null where there is none. */
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
