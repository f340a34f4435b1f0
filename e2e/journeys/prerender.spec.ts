import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import config from '../../playwright.config.ts';
import { expect, test } from '../fixtures/test.ts';
import { atNight } from '../../server/testing/rotation.testing.ts';

// Playwright's way of attaching to pages disables prerendering, so this test starts a browser and controls it over the DevTools protocol.
atNight(test)('a link that a pointer rests on opens a page that was rendered ahead, and counts it once', async ({ server }) => {
  const tab = await openTab();
  try {
    await tab.send('Page.navigate', { url: `${server.url}/` });
    await expect.poll(() => tab.evaluate(`document.documentElement.dataset.ready`)).toBe('');
    const link = (await tab.evaluate(`(() => {
      const { x, y } = [...document.querySelectorAll('header a[href="/about"]')].find((one) => one.offsetWidth > 0).getBoundingClientRect();
      return { x: x + 5, y: y + 5 };
    })()`)) as object;
    await tab.send('Input.dispatchMouseEvent', { type: 'mouseMoved', ...link });
    await expect.poll(() => tab.pages(), { timeout: 60_000 }).toBe(2);
    for (const type of ['mousePressed', 'mouseReleased']) {
      await tab.send('Input.dispatchMouseEvent', { type, button: 'left', clickCount: 1, ...link });
    }
    const shown = `location.pathname === '/about' && !document.prerendering && dataLayer.filter(({ event }) => event === 'page_view').length`;
    await expect.poll(() => tab.evaluate(shown, 'newest'), { timeout: 60_000 }).toBe(1);
    expect(await tab.evaluate(`performance.getEntriesByType('navigation')[0].activationStart > 0`, 'newest')).toBe(true);
  } finally {
    await tab.close();
  }
});

/** Starts a browser with one tab, controlled over the DevTools protocol. */
async function openTab() {
  const profile = await mkdtemp(join(tmpdir(), 'cognitive-prerender-'));
  const { args = [], executablePath = chromium.executablePath() } = config.use?.launchOptions ?? {};
  const browser = spawn(
    executablePath,
    [...args, '--headless=new', '--window-size=1280,800', '--remote-debugging-port=0', `--user-data-dir=${profile}`],
    {
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  );
  const address = await new Promise<string>((found) => {
    let said = '';
    browser.stderr.on('data', (piece) => {
      said += String(piece);
      const url = /ws:\/\/\S+/.exec(said)?.[0];
      if (url) found(url);
    });
  });
  const socket = new WebSocket(address);
  await new Promise((opened) => socket.addEventListener('open', opened));
  const answers = new Map<number, (result: Result) => void>();
  const sessions: string[] = [];
  socket.addEventListener('message', ({ data }) => {
    const { id, method, params, result } = JSON.parse(String(data)) as Message;
    if (id !== undefined) answers.get(id)?.(result ?? {});
    else if (method === 'Target.attachedToTarget' && params.targetInfo.type === 'page') sessions.push(params.sessionId);
  });
  let calls = 0;
  const call = (method: string, params: object, sessionId?: string) =>
    new Promise<Result>((answer) => {
      answers.set((calls += 1), answer);
      socket.send(JSON.stringify({ id: calls, method, params, sessionId }));
    });
  const { targetInfos } = await call('Target.getTargets', { filter: [{ type: 'tab' }] });
  const { sessionId } = await call('Target.attachToTarget', { targetId: targetInfos?.[0]?.targetId, flatten: true });
  await call('Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: false, flatten: true }, sessionId);
  return {
    /** The number of pages: the visible one and each prerendered one. */
    pages: () => sessions.length,
    send: (method: string, params: object) => call(method, params, sessions[0]),
    async evaluate(expression: string, page: 'first' | 'newest' = 'first'): Promise<unknown> {
      const session = page === 'first' ? sessions[0] : sessions.at(-1);
      return (await call('Runtime.evaluate', { expression, returnByValue: true }, session)).result?.value;
    },
    async close() {
      socket.close();
      browser.kill();
      await new Promise((ended) => browser.once('exit', ended));
      await rm(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

type Message = { id?: number; method?: string; params: { sessionId: string; targetInfo: { type: string } }; result?: Result };

type Result = { targetInfos?: { targetId: string }[]; sessionId?: string; result?: { value: unknown } };
