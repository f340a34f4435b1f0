import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';

/** Runs `admit` before the server's handlers, which `handle` calls. Requests with an unmet `Expect` have a separate event. */
export function intercept(server: Server, admit: (request: IncomingMessage, response: ServerResponse, handle: () => void) => void): void {
  for (const event of ['request', 'checkExpectation']) {
    const handlers = server.listeners(event) as RequestListener[];
    if (handlers.length === 0) continue;
    server.removeAllListeners(event);
    server.on(event, (request: IncomingMessage, response: ServerResponse & { req: IncomingMessage }) => {
      admit(request, response, () => {
        for (const handle of handlers) handle(request, response);
      });
    });
  }
}
