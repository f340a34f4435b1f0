import type { Server } from 'node:http';

/** Counts the requests that a server has not answered yet. */
export function requestsInFlight(server: Server): () => number {
  let count = 0;
  server.on('request', (_request, response) => {
    count += 1;
    response.once('close', () => (count -= 1));
  });
  return () => count;
}
