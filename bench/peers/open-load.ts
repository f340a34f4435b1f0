// Sends leads at a steady rate, whatever has been answered: one process, told what to send by its parent.
import { Agent, request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { quantile } from '../results.ts';

export type OpenLoad = { url: string; form: { path: string; body: string }; rate: number; seconds: number };

/** Most connections. A request waits for a free one, as in a browser, and the wait is part of its latency. */
const CONNECTIONS = 512;
const PATIENCE = 60_000;

process.once('message', (load: OpenLoad) => void send(load).then((result) => process.send?.(result, () => process.exit())));
process.once('disconnect', () => process.exit());

async function send({ url, form, rate, seconds }: OpenLoad) {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const { hostname, port } = new URL(url);
  const to = { hostname, port, agent, method: 'POST', path: form.path, timeout: PATIENCE };
  const latencies: number[] = [];
  const lateness: number[] = [];
  let refused = 0;
  const post = (due: number) =>
    new Promise<void>((resolve) => {
      const id = crypto.randomUUID();
      const body = form.body.replaceAll('@ID@', id);
      const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body), 'idempotency-key': id };
      const end = (taken: boolean) => {
        latencies.push(performance.now() - due);
        if (!taken) refused += 1;
        resolve();
      };
      const asked = request({ ...to, headers }, (response) => {
        response.resume().on('end', () => end((response.statusCode ?? 500) < 300));
      });
      asked.on('timeout', () => asked.destroy());
      asked.on('error', () => end(false));
      asked.end(body);
    });

  const all: Promise<void>[] = [];
  const began = performance.now();
  for (let sent = 0; sent < rate * seconds; sent += 1) {
    const due = began + (sent / rate) * 1000;
    // A timer may be a millisecond late, which counts as latency: turns of the event loop would take one of the two processors from the server.
    while (performance.now() < due) await wait(1);
    lateness.push(performance.now() - due);
    all.push(post(due));
  }
  await Promise.all(all);
  return { latencies, refused, late: quantile(lateness, 0.99) };
}
