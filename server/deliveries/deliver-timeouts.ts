/** Milliseconds: for DNS, connection and TLS; and for a whole request with its answer. */
export const CONNECT_TIMEOUT = 5000;
export const WHOLE_TIMEOUT = 15_000;

/**
 * Milliseconds that a server's lease on a delivery lasts; it is renewed while the call runs, and a killed server's deliveries wait this long. A lease that
 * runs out early, because a server stood still, cannot break the order: the delivery is only sent once more.
 */
export const LEASE = 15_000;
export const RENEWAL = 4000;
