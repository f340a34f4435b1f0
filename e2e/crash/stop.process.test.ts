import { afterEach, describe, expect, test } from 'vitest';
import { rotated } from '../../server/testing/rotation.testing.ts';
import { discard, launchServer, movableClock, startServer, type RunningServer } from '../fixtures/server.ts';
import { ask, connect } from './client.ts';
import { demoRequest, formPath } from './demo-form.ts';
import { startPeer, type Manner, type Peer } from './smtp-peer.ts';
import { makeServerData } from './server-data.ts';
import { openRaw } from './raw-connection.ts';
import { sendSteadily } from './steady-load.ts';
import { until } from './wait-until.ts';

const servers: RunningServer[] = [];
const peers: Peer[] = [];

afterEach(async () => {
  await Promise.all(servers.splice(0).map(async (server) => server.kill().then(() => discard(server))));
  await Promise.all(peers.splice(0).map((peer) => peer.close()));
});

// A server that has not closed everything nine seconds after SIGTERM ends with 1: an exit with 0 was in time.
describe('SIGTERM', () => {
  test('under load, with idle connections, half a request and half a body open: what was answered is kept, nothing new is taken, and it exits 0', async () => {
    const server = await start();
    const idle = connect(server.url);
    await idle.send('GET', '/');
    const open = [await openRaw(server.url, 'GET / HTTP/1.1\r\nHost: x\r\nX-Slow: '), await openRaw(server.url, halfBody)];
    const load = sendSteadily(server.url, { pace: 10 });
    await until('leads', () => (load.accepted().length > 50 ? true : undefined));
    const code = await server.stop();
    const answers = load.answers.length;
    await load.stop();
    for (const socket of open) socket.destroy();
    idle.close();
    expect(code).toBe(0);
    // Forms that came during the stop were refused with 503, as JSON.
    for (const { status, headers } of load.answers.filter((answer) => answer.status !== 201)) {
      expect(status).toBe(503);
      expect(headers['content-type'] ?? '').toContain('json');
    }
    expect(load.answers.slice(answers).filter(({ status }) => status === 201)).toEqual([]);
    await expect(ask(server.url, 'GET', '/healthz')).rejects.toThrow();
    const data = await makeServerData('sqlite', undefined, server.dataDir);
    const stored = await data.inside((store) => store.db.selectFrom('leads').select('email').execute());
    const emails = new Set(stored.map((lead) => lead.email));
    expect(load.accepted().filter((email) => !emails.has(email))).toEqual([]);
  });

  test.each<[what: string, manner: Manner]>(
    rotated([
      ['accepts connections and says nothing', { silent: true }],
      ['takes the message and hangs', { hangsAfterData: true }],
    ]),
  )('while the mail server %s: exits 0, and the mail is sent after the next start', async (_, manner) => {
    const peer = await startPeer(manner);
    peers.push(peer);
    const server = await start({ MAIL_URL: peer.url });
    for (let n = 0; n < 8; n += 1) await ask(server.url, 'POST', formPath, JSON.stringify(demoRequest(`s${n}@visitors.example`)), json);
    await until('a mail on its way', () => (peer.busy() ? true : undefined));
    const code = await server.stop();
    expect([code, server.output().match(/"level":50/g)]).toEqual([0, null]);
    peer.behave({});
    // The clock is ahead, because a mail that may have been delivered is not retried at once.
    const later = { ...movableClock, WRONG_CLOCK_MS: '60000' };
    servers.push(await startServer({ env: { MAIL_URL: peer.url, ...later }, dataDir: server.dataDir }));
    await until('the mails', () => (new Set(peer.mails.map(({ to }) => to)).size === 8 ? true : undefined));
  });

  test('while PostgreSQL was never there: exits 0 in time', async () => {
    const { listens, ...server } = await launchServer({ env: { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' } });
    servers.push(server);
    await listens;
    const code = await server.stop();
    expect(code).toBe(0);
  });
});

const json = { 'content-type': 'application/json' };
const halfBody = `POST ${formPath} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n{"name":`;

async function start(env: Record<string, string> = {}): Promise<RunningServer> {
  const server = await startServer({ env });
  servers.push(server);
  return server;
}
