// A minimal Node server, for comparison: it answers every request with the text that its parent sends, and reports its port.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Canned = { headers: string[]; body: string };

process.once('message', ({ headers, body }: Canned) => {
  const bytes = Buffer.from(body, 'base64');
  const server = createServer((_request, response) => {
    response.writeHead(200, headers);
    response.end(bytes);
  });
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
});
process.once('disconnect', () => process.exit());
