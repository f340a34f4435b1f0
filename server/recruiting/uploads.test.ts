import { connect, type AddressInfo } from 'node:net';
import { describe, expect, test } from 'vitest';
import { careerForm } from '../../contract/forms/career.ts';
import { limits } from '../../contract/limits.ts';
import { multipart } from '../testing/multipart.testing.ts';
import { application, pdf, setUp, sha256, url, validApplication, type Setup } from './applications.testing.ts';

const { messages } = careerForm.file!;

describe('a body', () => {
  const sound = application();
  const cut = sound.payload.subarray(0, sound.payload.length - 200);
  test.each<[string, string, Buffer | string, number]>([
    ['JSON', 'application/json', '{}', 415],
    ['urlencoded', 'application/x-www-form-urlencoded', 'name=Ada', 415],
    ['of another type', 'text/xml', '<a/>', 415],
    ['without a boundary', 'multipart/form-data', sound.payload, 400],
    ['with another boundary', 'multipart/form-data; boundary=other', sound.payload, 400],
    ['cut off', sound.headers['content-type']!, cut, 400],
    ['that is noise', sound.headers['content-type']!, 'noise', 400],
    ['of a prototype’s field', sound.headers['content-type']!, multipart([{ name: '__proto__', value: 'x' }]).payload, 400],
    [
      'of many fields',
      sound.headers['content-type']!,
      multipart(Array.from({ length: 60 }, (_, n) => ({ name: `f${n}`, value: 'x' }))).payload,
      413,
    ],
    [
      'of many files',
      sound.headers['content-type']!,
      multipart(Array.from({ length: 9 }, (_, n) => ({ name: `f${n}`, value: 'x', filename: 'x' }))).payload,
      413,
    ],
    ['far too large', sound.headers['content-type']!, Buffer.alloc(limits.multipartBody + 1), 413],
  ])('%s is a problem and leaves nothing', async (_, type, payload, status) => {
    const { app, onDisk } = await setUp();
    const answer = await app.inject({ method: 'POST', url, payload, headers: { 'content-type': type } });
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([status, 'application/problem+json; charset=utf-8']);
    expect(await onDisk()).toEqual([]);
  });

  test('empty, or with a text in the file’s place, misses its fields', async () => {
    const { send } = await setUp();
    for (const body of [multipart([]), multipart([{ name: 'cv', value: '%PDF-1.7' }])]) {
      const answer = await send(body);
      expect(answer.statusCode).toBe(422);
      expect(answer.json()).toMatchObject({ errors: { cv: messages.missing, name: 'Something wrong in your name' } });
    }
  });

  test('with a field beyond all bounds is told so by that field', async () => {
    const { send } = await setUp();
    const answer = await send(application({ ...validApplication, message: 'x'.repeat(200_000) }));
    expect([answer.statusCode, answer.json<{ errors: object }>().errors]).toEqual([422, { message: 'Min 30 chars, max 100' }]);
  });

  test('with a key that cannot be one is refused', async () => {
    const { send, onDisk } = await setUp();
    expect((await send(application(), { 'idempotency-key': 'x'.repeat(256) })).statusCode).toBe(400);
    expect(await onDisk()).toEqual([]);
  });

  test('is asked for by POST alone, and multipart is taken nowhere else', async () => {
    const { app } = await setUp();
    expect((await app.inject({ url })).statusCode).toBe(404);
    expect((await app.inject({ method: 'PUT', url })).statusCode).toBe(404);
    const elsewhere = await app.inject({ method: 'POST', url: '/cognitivepro/forms/home_bad', ...application() });
    expect(elsewhere.statusCode).toBe(415);
  });
});

describe('an upload over a connection', () => {
  test('that drops leaves no file and no application, wherever it drops', async () => {
    const setup = await setUp();
    const { payload, headers } = application(validApplication, pdf(limits.cv));
    for (const share of [0.001, 0.3, 0.6, 0.999])
      await dropAfter(setup, payload.subarray(0, Math.floor(payload.length * share)), headers, payload.length);
    expect(await setup.leads()).toEqual([]);
    await expect.poll(() => setup.onDisk()).toEqual([]);
    expect((await setup.send(application())).statusCode).toBe(201);
  });

  test('many at once arrive whole, every third one dropped', async () => {
    const setup = await setUp();
    const address = await listen(setup);
    const cvs = Array.from({ length: 24 }, () => pdf(400_000));
    const hashes = cvs.map(sha256);
    await Promise.all(
      cvs.map(async (cv, n) => {
        const { payload, headers } = application({ ...validApplication, email: `a${n}@example.com` }, cv);
        if (n % 3 === 0) return dropAfter(setup, payload.subarray(0, payload.length / 2), headers, payload.length);
        const answer = await fetch(address + url, { method: 'POST', body: new Uint8Array(payload), headers });
        expect(answer.status).toBe(201);
        return undefined;
      }),
    );
    const stored = await setup.files();
    expect(stored.map((file) => file.sha256).toSorted()).toEqual(hashes.filter((_, n) => n % 3 !== 0).toSorted());
    await expect.poll(async () => (await setup.onDisk()).toSorted()).toEqual(stored.map((file) => file.key).toSorted());
  });
});

async function listen({ app }: Setup): Promise<string> {
  if (!app.server.listening) await app.listen({ port: 0, host: '127.0.0.1' });
  return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
}

async function dropAfter(setup: Setup, part: Buffer, headers: Record<string, string>, length: number): Promise<void> {
  const { port } = new URL(await listen(setup));
  const socket = connect(Number(port), '127.0.0.1');
  socket.on('error', () => undefined);
  socket.write(
    `POST ${url} HTTP/1.1\r\nHost: x\r\nContent-Length: ${length}\r\n${Object.entries(headers)
      .map(([name, value]) => `${name}: ${value}\r\n`)
      .join('')}\r\n`,
  );
  await new Promise<void>((resolve) => void socket.write(part, () => resolve()));
  await new Promise<void>((resolve) => {
    socket.on('close', () => resolve());
    socket.destroy();
  });
}
