import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, expect, test } from 'vitest';
import { discard, startServer, type RunningServer } from '../fixtures/server.ts';
import { ask } from './client.ts';
import { demoRequest, formPath } from './demo-form.ts';
import { everyEighthRun } from '../../server/testing/rotation.testing.ts';

let server: RunningServer;

afterEach(() => discard(server));

everyEighthRun(test, 6)(
  'while another process locks the embedded store, pages and links are answered before a form, which waits, then 503',
  async () => {
    server = await startServer();
    // The page behind a link reads the store.
    const paths = ['/', '/about', `/verify?token=${'A'.repeat(43)}`];
    const statuses = async () => {
      const found: number[] = [];
      for (const path of paths) found.push((await ask(server.url, 'GET', path)).status);
      return found;
    };
    const known = await statuses();
    const other = new DatabaseSync(join(server.dataDir, 'store.sqlite'), { timeout: 5000 });
    other.exec('begin immediate');
    const order: unknown[] = [];
    const refused = sendForm().then((status) => order.push(status));
    order.push(await statuses());
    await refused;
    expect(order).toEqual([known, 503]);
    expect((await ask(server.url, 'GET', '/readyz/forms')).status).toBe(503);
    const waiting = sendForm();
    await statuses();
    other.close();
    expect(await waiting).toBe(201);
  },
);

async function sendForm(): Promise<number> {
  const body = JSON.stringify(demoRequest('ada@visitors.example'));
  return (await ask(server.url, 'POST', formPath, body, { 'content-type': 'application/json' })).status;
}
