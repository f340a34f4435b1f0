import { withoutAddresses } from '../kernel/address.ts';
import { plainText } from '../kernel/plain-text.ts';
import type { DeliveryEventRow } from '../store/delivery-schema.ts';
import type { Endpoint } from './endpoints.ts';

/** What is sent: an event as it was stored, its body byte for byte. */
export type Outgoing = { id: string; event: Pick<DeliveryEventRow, 'id' | 'type'> & { payload: string } };

/** How an attempt ended. `status` is HTTP's where there was an answer. */
export type DeliveryOutcome = {
  taken: boolean;
  status: number | null;
  error: string | null;
  /** Its first characters. */
  answer: string | null;
  /** Milliseconds that the endpoint asked to be left alone for. */
  retryAfter?: number | undefined;
  /** No attempt will change it: the delivery has failed. */
  final?: boolean;
  /** The endpoint wants nothing more, or cannot be used any more: why. */
  gone?: string;
};

/** How deliveries reach one kind of endpoint. */
export type Sender = {
  /** Deliveries that one call sends, and calls at once to one endpoint. */
  batch: number;
  parallel: number;
  /** Whether it may be called now. Default: always. */
  isReady?: () => boolean;
  /** One outcome for each, in their order. Throws where nothing was sent at all. */
  send: (endpoint: Endpoint, sent: readonly Outgoing[], signal: AbortSignal) => Promise<readonly DeliveryOutcome[]>;
};

/** Characters of a reason that are kept. */
const KEPT = 300;

/** Of an attempt that had no answer. */
export function failedOutcome(error: unknown): DeliveryOutcome {
  return { taken: false, status: null, error: withoutAddresses(plainText(wordsOf(error), KEPT)), answer: null };
}

/** Of a connection to several addresses the message is empty, and its code says it. */
function wordsOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code } = error as NodeJS.ErrnoException;
  return error.message || code || error.name;
}

/** RFC 9110, 10.2.3: seconds, or a date. */
export function retryAfterOf(header: string | undefined, now: number): number | undefined {
  if (header === undefined) return undefined;
  if (/^\d{1,9}$/.test(header.trim())) return Number(header) * 1000;
  const at = Date.parse(header);
  return Number.isNaN(at) ? undefined : Math.max(0, at - now);
}
