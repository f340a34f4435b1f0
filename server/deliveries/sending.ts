import { withoutAddresses } from '../kernel/address.ts';
import { plainText } from '../kernel/plain-text.ts';
import type { DeliveryEventRow } from '../store/tables/delivery-tables.ts';
import type { Endpoint } from './endpoints.ts';

/** A delivery to send: the event as stored, its body byte for byte. */
export type Outgoing = { id: string; event: Pick<DeliveryEventRow, 'id' | 'type'> & { payload: string } };

/** How an attempt ended. `status` is the HTTP status, or null without an answer. */
export type DeliveryOutcome = {
  taken: boolean;
  status: number | null;
  error: string | null;
  /** The first characters of the answer. */
  answer: string | null;
  /** Milliseconds that the endpoint asked us to wait. */
  retryAfter?: number | undefined;
  /** Another attempt would not help: the delivery has failed. */
  final?: boolean;
  /** Why the endpoint wants no more deliveries or cannot be used any more: it is switched off. */
  gone?: string;
};

/** Sends deliveries to one kind of endpoint. */
export type Sender = {
  /** `batch`: most deliveries in one call; `parallel`: most calls at once to one endpoint. */
  batch: number;
  parallel: number;
  /** Whether a call may be made now. Default: always. */
  isReady?: () => boolean;
  /**
   * @returns one outcome for each, in order
   * @throws when nothing was sent at all
   */
  send: (endpoint: Endpoint, sent: readonly Outgoing[], signal: AbortSignal) => Promise<readonly DeliveryOutcome[]>;
};

/** Most characters of a reason that are stored. */
const KEPT = 300;

/** The outcome of an attempt without an answer. */
export function failedOutcome(error: unknown): DeliveryOutcome {
  return { taken: false, status: null, error: withoutAddresses(plainText(wordsOf(error), KEPT)), answer: null };
}

/** The error's text. When several addresses were tried its message is empty, so its code is used. */
function wordsOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code } = error as NodeJS.ErrnoException;
  return error.message || code || error.name;
}

/** Parses Retry-After (RFC 9110, 10.2.3), which is seconds or a date. @returns milliseconds */
export function retryAfterOf(header: string | undefined, now: number): number | undefined {
  if (header === undefined) return undefined;
  if (/^\d{1,9}$/.test(header.trim())) return Number(header) * 1000;
  const at = Date.parse(header);
  return Number.isNaN(at) ? undefined : Math.max(0, at - now);
}
