import { createServer, type AddressInfo, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

export const stages = ['greeting', 'ehlo', 'starttls', 'auth', 'mail', 'rcpt', 'data', 'within', 'after', 'quit'] as const;
export type Stage = (typeof stages)[number];

/** `drop`: the connection is reset. */
export const ways = ['4xx', '5xx', 'silence', 'drop'] as const;
export type Way = (typeof ways)[number];

export type Fault = {
  stage: Stage;
  way: Way;
  /** An answer of its own in place of the usual one. */
  answer?: string;
  /** Whether a message that fails after its final dot counts as received all the same. */
  keeps?: boolean;
  /** Concerns this recipient alone. */
  recipient?: string;
};

export type FailingPeer = {
  url: string;
  /** Undefined: it works. */
  fault: Fault | undefined;
  mails: { to: string[]; messageId: string }[];
  connections: number;
  recipients: number;
};

type Talk = { socket: Socket; to: string[]; content: string | undefined; isDeaf: boolean };

/** An SMTP server (RFC 5321) of one's own, without TLS, that fails at a declared stage in a declared way: where real ones cannot be made to. */
export async function failingPeer(): Promise<FailingPeer> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.setNoDelay();
    socket.on('error', () => {}).once('close', () => sockets.delete(socket));
    peer.connections += 1;
    const talk: Talk = { socket, to: [], content: undefined, isDeaf: false };
    reply(peer, talk, 'greeting', '220 peer ESMTP');
    let rest = '';
    socket.on('data', (chunk) => {
      const lines = (rest + chunk.toString('latin1')).split('\r\n');
      rest = lines.pop()!;
      for (const line of lines) hear(peer, talk, line);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const url = `smtp://user:pass@127.0.0.1:${(server.address() as AddressInfo).port}`;
  const peer: FailingPeer = { url, fault: undefined, mails: [], connections: 0, recipients: 0 };
  return peer;
}

function hear(peer: FailingPeer, talk: Talk, line: string): void {
  if (talk.isDeaf) return;
  if (talk.content !== undefined) return hearContent(peer, talk, line);
  const command = line.slice(0, 4).toUpperCase();
  if (command === 'EHLO' || command === 'HELO') {
    const tls = peer.fault?.stage === 'starttls' ? '250-STARTTLS\r\n' : '';
    return reply(peer, talk, 'ehlo', `250-peer\r\n${tls}250 AUTH PLAIN`);
  }
  if (command === 'STAR') return reply(peer, talk, 'starttls', '502 no');
  if (command === 'AUTH') return reply(peer, talk, 'auth', '235 ok');
  if (command === 'MAIL') {
    talk.to = [];
    return reply(peer, talk, 'mail', '250 ok');
  }
  if (command === 'RCPT') return hearRecipient(peer, talk, /<([^>]*)>/.exec(line)![1]!);
  if (command === 'DATA') {
    if (!fails(peer, talk, 'data')) talk.content = '';
    return reply(peer, talk, 'data', '354 go on');
  }
  if (command === 'QUIT') return reply(peer, talk, 'quit', '221 bye');
  talk.socket.write('250 ok\r\n');
}

function hearRecipient(peer: FailingPeer, talk: Talk, address: string): void {
  peer.recipients += 1;
  const { fault } = peer;
  if (fault?.stage === 'rcpt' && fault.recipient !== undefined && fault.recipient !== address) {
    talk.to.push(address);
    return void talk.socket.write('250 ok\r\n');
  }
  if (!fails(peer, talk, 'rcpt')) talk.to.push(address);
  reply(peer, talk, 'rcpt', '250 ok');
}

function hearContent(peer: FailingPeer, talk: Talk, line: string): void {
  if (line !== '.') {
    talk.content += `${line}\r\n`;
    if (peer.fault?.stage !== 'within') return;
    talk.isDeaf = true;
    reply(peer, talk, 'within', '');
    return;
  }
  const messageId = /^Message-ID: (.*)$/im.exec(talk.content!)?.[1] ?? '';
  talk.content = undefined;
  if (!fails(peer, talk, 'after') || peer.fault?.keeps === true) peer.mails.push({ to: talk.to, messageId });
  reply(peer, talk, 'after', '250 taken');
}

function fails({ fault }: FailingPeer, _talk: Talk, stage: Stage): boolean {
  return fault?.stage === stage;
}

function reply(peer: FailingPeer, talk: Talk, stage: Stage, well: string): void {
  const { socket } = talk;
  if (!fails(peer, talk, stage)) return void socket.write(`${well}\r\n`);
  const { way, answer } = peer.fault!;
  if (way === 'silence') return;
  if (way === 'drop') return void socket.resetAndDestroy();
  const usual = way === '4xx' ? '451 4.3.0 not now' : stage === 'auth' ? '535 5.7.8 no' : '554 5.3.0 no';
  socket.write(`${answer ?? usual}\r\n`);
  if (stage === 'greeting' || stage === 'within') socket.end();
}
