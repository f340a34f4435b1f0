import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';

export type MailSink = { url: string; taken: () => number; close: () => void };

/** A mail server that takes every mail. @param pause milliseconds until it answers that it has taken one */
export async function startMailSink(pause = 0): Promise<MailSink> {
  const sockets = new Set<Socket>();
  let taken = 0;
  const server = createServer((socket) => {
    socket.setNoDelay(true);
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    socket.on('error', () => undefined);
    speak(socket, () => {
      const accept = () => {
        taken += 1;
        socket.write('250 2.0.0 taken\r\n');
      };
      if (pause === 0) accept();
      else setTimeout(accept, pause);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    taken: () => taken,
    close: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

const END = '\r\n.\r\n';

/** Speaks SMTP on a connection. @param onMail called when all of a mail has come; it sends the answer */
function speak(socket: Socket, onMail: () => void): void {
  let inMail = false;
  let rest = '';
  socket.write('220 sink.example ESMTP\r\n');
  socket.setEncoding('latin1');
  socket.on('data', (part: string) => {
    rest += part;
    for (;;) {
      const end = rest.indexOf(inMail ? END : '\r\n');
      // Keeps only what may be the beginning of the end mark: the mail itself is not read.
      if (end < 0) return void (inMail && (rest = rest.slice(-END.length)));
      const line = rest.slice(0, end);
      rest = rest.slice(end + (inMail ? END.length : 2));
      if (inMail) onMail();
      else socket.write(answerTo(line));
      inMail = !inMail && /^DATA/i.test(line);
    }
  });
}

function answerTo(line: string): string {
  if (/^EHLO/i.test(line)) return '250-sink.example\r\n250-PIPELINING\r\n250 8BITMIME\r\n';
  if (/^DATA/i.test(line)) return '354 go on\r\n';
  return '250 ok\r\n';
}
