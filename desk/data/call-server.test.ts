import * as v from 'valibot';
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { defineCall, PASSKEY_NEEDED, REFRESH_HEADER } from '../../contract/calls/desk/call.ts';
import { noteAct } from './attendance.ts';
import { callServer, CallFault, openFile } from './call-server.ts';
import { connection } from './connection.ts';

const call = defineCall({
  name: 'x',
  method: 'POST',
  path: '/api/x/:id',
  about: 'X.',
  access: 'staff',
  input: v.object({ id: v.string(), note: v.string() }),
  output: v.object({ count: v.number() }),
});

afterEach(() => {
  vi.unstubAllGlobals();
  connection.set(true);
});

function answering(answer: () => Response | Promise<Response>) {
  const asked = vi.fn<(path: string, init: RequestInit) => Promise<Response>>(() => Promise.resolve().then(answer));
  vi.stubGlobal('fetch', asked);
  return asked;
}

const problem =
  (status: number, more = {}) =>
  () =>
    Response.json({ type: 'about:blank', title: 'Refused', status, ...more }, { status });

async function faultOf(answer: () => Response | Promise<Response>): Promise<CallFault> {
  answering(answer);
  const fault: unknown = await callServer(call, { id: '1', note: 'n' }).catch((error: unknown) => error);
  expect(fault).toBeInstanceOf(CallFault);
  return fault as CallFault;
}

describe('a call', () => {
  test('travels as it is declared, and is answered by its output', async () => {
    const asked = answering(() => Response.json({ count: 2, more: 'unknown' }));
    expect(await callServer(call, { id: 'a/b', note: 'Rang' })).toEqual({ count: 2 });
    const [path, init] = asked.mock.calls[0]!;
    expect(path).toBe('/api/x/a%2Fb');
    expect(init).toMatchObject({ method: 'POST', body: '{"note":"Rang"}', redirect: 'error', cache: 'no-store' });
    expect(init.headers).toMatchObject({ 'content-type': 'application/json' });
  });

  test('that a page makes by itself says so, and whether somebody is there', async () => {
    // The page counts as opened when the test run began, maybe minutes ago.
    noteAct();
    const asked = answering(() => Response.json({ count: 2 }));
    const sent = () => new Headers(asked.mock.lastCall![1].headers).get(REFRESH_HEADER);
    await callServer(call, { id: '1', note: 'n' });
    expect(sent()).toBeNull();
    await callServer(call, { id: '1', note: 'n' }, { isRefresh: true });
    expect(sent()).toBe('attended');
    vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 61_000);
    onTestFinished(() => void vi.restoreAllMocks());
    await callServer(call, { id: '1', note: 'n' }, { isRefresh: true });
    expect(sent()).toBe('unattended');
  });

  test.each([
    [401, {}, 'signed out'],
    [401, { title: 'Sign in again' }, 'sign in again'],
    [403, { detail: 'Your roles do not include this.' }, 'not allowed'],
    [403, { title: PASSKEY_NEEDED }, 'passkey needed'],
    [404, {}, 'missing'],
    [409, {}, 'conflict'],
    [422, { errors: { note: 'Too long' } }, 'invalid'],
    [429, {}, 'limited'],
    [500, {}, 'failed'],
    [503, {}, 'offline'],
  ])('that is refused with %i %j is %s, in words', async (status, more, kind) => {
    const fault = await faultOf(problem(status, more));
    expect(fault.kind).toBe(kind);
    expect(fault.message).toMatch(/^[A-Z].*/);
    expect(fault.fields).toEqual((more as { errors?: object }).errors ?? {});
  });

  test('that a busy server puts off is told as that, not as a lost connection', async () => {
    const fault = await faultOf(problem(503, { title: 'Please try again in a moment', detail: 'The server has too much to do.' }));
    expect(fault.message).toBe('The server has too much to do. What you typed stays here: press once more.');
  });

  test('for a file says nothing of what was typed when a busy server puts it off', async () => {
    answering(problem(503, { detail: 'The server has too much to do.' }));
    const opened = openFile(call, { id: '1', note: 'n' }, new AbortController().signal);
    await expect(opened).rejects.toThrow(/^The server has too much to do\. Press once more\.$/);
  });

  test('for a file says nothing of what was typed where nobody answers, or a proxy does', async () => {
    for (const answer of [() => Promise.reject(new TypeError('Failed to fetch')), () => new Response('<h1>502</h1>', { status: 502 })]) {
      answering(answer);
      const opened = openFile(call, { id: '1', note: 'n' }, new AbortController().signal);
      await expect(opened).rejects.toThrow(/^No connection to the desk\. Try again once it is back\.$/);
    }
  });

  test('that a proxy refuses in HTML is told in our words', async () => {
    expect(await faultOf(() => new Response('<h1>502</h1>', { status: 502 }))).toMatchObject({ kind: 'offline' });
    expect(await faultOf(() => new Response('<h1>500</h1>', { status: 500 }))).toMatchObject({ kind: 'failed' });
  });

  test('that is answered otherwise than declared says that the page is older than the server', async () => {
    expect((await faultOf(() => Response.json({ total: 2 }))).kind).toBe('outdated');
  });
});

describe('the connection', () => {
  test('is lost where nobody answers, and there again with any answer, a refusal for one', async () => {
    expect((await faultOf(() => Promise.reject(new TypeError('Failed to fetch')))).kind).toBe('offline');
    expect(connection.get()).toBe(false);
    await faultOf(problem(403));
    expect(connection.get()).toBe(true);
  });

  test('is not lost by a call that whoever made it has given up', async () => {
    const given = new AbortController();
    answering(() => {
      given.abort();
      return Promise.reject(new DOMException('given up', 'AbortError'));
    });
    await expect(callServer(call, { id: '1', note: 'n' }, { signal: given.signal })).rejects.toThrow('given up');
    expect(connection.get()).toBe(true);
  });
});
