import { elementAt } from '../../contract/checked.ts';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it, onTestFinished, vi } from 'vitest';
import { postFile } from './post-file.ts';
import { postBody } from './post.ts';
import { createSubmitForm } from './submit-form.ts';

afterEach(() => void vi.restoreAllMocks());

it('a form without a file gives up after 20 seconds without an answer, and the visitor may send it again', async () => {
  const url = await silentServer();
  const timeout = AbortSignal.timeout.bind(AbortSignal);
  const asked = vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => timeout(ms / 200));
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const submit = createSubmitForm({ url, post: postBody, minFillMs: 0 });
  const envelope = () => ({ attribution: {}, website: '', elapsed: 9000 });
  expect(await submit({ answers: { name: 'Ada' }, envelope })).toEqual({ kind: 'failed', failure: { cause: 'connection' } });
  expect(asked.mock.calls).toEqual([[20_000]]);
});

it('one with a file waits as long as the server does for its body', async () => {
  const made: { timeout?: number; ontimeout?: () => void }[] = [];
  class Request {
    timeout = 0;
    upload = { addEventListener: () => {} };
    ends = new Map<string, () => void>();
    constructor() {
      made.push(this);
    }
    open() {}
    setRequestHeader() {}
    addEventListener(type: string, end: () => void) {
      this.ends.set(type, end);
    }
    send() {
      setTimeout(() => this.ends.get('timeout')!());
    }
  }
  vi.stubGlobal('XMLHttpRequest', Request);
  onTestFinished(() => void vi.unstubAllGlobals());
  await expect(postFile({ url: '/', headers: {}, body: '', onProgress: () => {} })).rejects.toThrow('timeout');
  expect(elementAt(made, 0).timeout).toBe(180_000);
});

async function silentServer(): Promise<string> {
  const server = createServer(() => {});
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}
