import { Webhook } from 'standardwebhooks';
import { elementAt } from '../../contract/checked.ts';
import { PING } from '../../contract/events.ts';
import { withoutAddresses } from '../kernel/address.ts';
import { plainText } from '../kernel/plain-text.ts';
import { signingSecrets, type Endpoint, type EndpointSecret } from './endpoints.ts';
import type { PostRequest, Posted } from './post-request.ts';
import { retryAfterOf, type DeliveryOutcome, type Sender } from './sending.ts';

/** Most characters of an answer that are stored. */
const KEPT = 300;

/** Standard Webhooks: one event per request, signed with every secret that is valid. */
export function webhookSender({ post, now }: { post: PostRequest; now: () => number }): Sender {
  return {
    batch: 1,
    parallel: 4,
    send: async (endpoint, sent, signal) => {
      const { event } = elementAt(sent, 0);
      const at = now();
      const headers = signedHeaders(signingSecrets(endpoint, at), { id: event.id, at, body: event.payload });
      return [outcomeOf(await post(endpoint.url, { headers, body: event.payload, signal }), at)];
    },
  };
}

/** Sends the test event of `npm run webhooks -- test`, signed as any event. */
export async function sendPing(
  endpoint: Endpoint,
  { post, now, id }: { post: PostRequest; now: number; id: string },
): Promise<DeliveryOutcome> {
  const body = JSON.stringify({ type: PING, version: 1, timestamp: new Date(now).toISOString(), data: {} });
  return outcomeOf(await post(endpoint.url, { headers: signedHeaders(signingSecrets(endpoint, now), { id, at: now, body }), body }), now);
}

export function signedHeaders(
  secrets: readonly Pick<EndpointSecret, 'secret'>[],
  { id, at, body }: { id: string; at: number; body: string },
): Record<string, string> {
  const time = new Date(at);
  return {
    'content-type': 'application/json',
    'user-agent': 'CognitivePRO-Webhooks/1',
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at / 1000)),
    'webhook-signature': secrets.map(({ secret }) => new Webhook(secret).sign(id, time, body)).join(' '),
  };
}

export function outcomeOf({ status, headers, answer }: Posted, now: number): DeliveryOutcome {
  const taken = status >= 200 && status < 300;
  return {
    taken,
    status,
    error: taken ? null : status >= 300 && status < 400 ? `HTTP ${status}: redirects are not followed` : `HTTP ${status}`,
    answer: withoutAddresses(plainText(answer.toString('utf8'), KEPT)) || null,
    retryAfter: retryAfterOf(headers['retry-after'], now),
    ...(status === 410 && { gone: 'it answered 410 Gone' }),
  };
}
