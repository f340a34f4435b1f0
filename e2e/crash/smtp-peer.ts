import { once } from 'node:events';
import type { Socket } from 'node:net';
import PostalMime from 'postal-mime';
import { SMTPServer, type SMTPServerDataStream } from 'smtp-server';
import { freePort } from '../../server/testing/free-port.testing.ts';

export type ReceivedMail = { to: string; messageId: string; subject: string; text: string; html: string; at: number };

export type Manner = {
  silent?: boolean;
  hangsAfterData?: boolean;
  /** Refuses a recipient by throwing an error with a `responseCode`. */
  recipient?: (address: string) => void;
};

export type Peer = {
  url: string;
  mails: ReceivedMail[];
  busy(): boolean;
  /** The number of connections so far. */
  connections(): number;
  behave(manner: Manner): void;
  /** Closes the port and every connection; `open` listens on the same port again. */
  close(): Promise<void>;
  open(): Promise<void>;
};

export function smtpError(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode });
}

export async function startPeer(manner: Manner = {}): Promise<Peer> {
  const state = { manner, mails: [] as ReceivedMail[], sockets: new Set<Socket>(), connections: 0 };
  let server = serve(state);
  const port = await freePort();
  await listen(server, port);
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails: state.mails,
    busy: () => state.sockets.size > 0,
    connections: () => state.connections,
    behave: (next) => void (state.manner = next),
    close: async () => {
      for (const socket of state.sockets) socket.destroy();
      await new Promise<void>((resolve) => server.close(resolve));
    },
    open: async () => {
      server = serve(state);
      await listen(server, port);
    },
  };
}

type State = { manner: Manner; mails: ReceivedMail[]; sockets: Set<Socket>; connections: number };

function serve(state: State): SMTPServer {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    closeTimeout: 1,
    onConnect: (_session, done) => {
      if (!state.manner.silent) done();
    },
    onRcptTo: ({ address }, _session, done) => {
      try {
        state.manner.recipient?.(address);
        done();
      } catch (error) {
        done(error as Error);
      }
    },
    onData: (stream, session, done) => {
      const { manner } = state;
      void read(
        stream,
        session.envelope.rcptTo.map(({ address }) => address),
      ).then((mails) => {
        if (manner.hangsAfterData) return;
        state.mails.push(...mails);
        done();
        // A killed client does not finish its message.
      }, done);
    },
  });
  // A killed client leaves connections behind.
  server.on('error', () => undefined);
  server.server.on('connection', (socket: Socket) => {
    state.connections += 1;
    state.sockets.add(socket);
    socket.once('close', () => state.sockets.delete(socket));
  });
  return server;
}

async function read(stream: SMTPServerDataStream, recipients: readonly string[]): Promise<ReceivedMail[]> {
  const parts: Buffer[] = [];
  for await (const part of stream) parts.push(part as Buffer);
  const { messageId = '', subject = '', text = '', html = '' } = await PostalMime.parse(Buffer.concat(parts));
  return recipients.map((to) => ({ to, messageId, subject, text, html, at: performance.now() }));
}

async function listen(server: SMTPServer, port: number): Promise<void> {
  server.listen(port, '127.0.0.1');
  await once(server.server, 'listening');
}
