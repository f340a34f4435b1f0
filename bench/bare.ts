// The least a Node server can do: one answer, whatever is asked. The answer comes from the parent; its port goes back.
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
