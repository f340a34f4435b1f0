/** Milliseconds for the name, the connection and TLS, and for all of a request with its answer. */
export const CONNECT_TIMEOUT = 5000;
export const WHOLE_TIMEOUT = 15_000;

/** For which a delivery is one server's: longer than a request may take and its record after it. */
export const LEASE = 4 * WHOLE_TIMEOUT;
