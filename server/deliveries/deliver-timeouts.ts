/** Milliseconds: for DNS, connection and TLS; and for a whole request with its answer. */
export const CONNECT_TIMEOUT = 5000;
export const WHOLE_TIMEOUT = 15_000;
