/** Milliseconds for the name, the connection and TLS, and for all of a request with its answer. */
export const CONNECT_TIMEOUT = 5000;
export const WHOLE_TIMEOUT = 15_000;

/**
 * For which a delivery is one server's, who renews it while its calls last: what one that was killed had waits no longer. That it ends too early,
 * because a server stood still, costs order nothing: what comes after it is sent once somebody had it taken, and then it is a repeat.
 */
export const LEASE = 15_000;
export const RENEWAL = 4000;
