import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { overBudget, weigh, weighDesk, weighOpened, weighServer } from './budgets.ts';

const dist = mkdtempSync(join(tmpdir(), 'budgets-'));
const write = (file: string, content: string) => writeFileSync(join(dist, file), content);

describe('the weight of a page', () => {
  beforeAll(() => {
    mkdirSync(join(dist, 'site/assets'), { recursive: true });
    write('site.json', JSON.stringify({ pages: { '/': { file: 'index.html' }, '/plain': { file: 'plain.html' } } }));
    write(
      'site/index.html',
      '<link rel="stylesheet" href="/paper.css" media="print"><link rel="stylesheet" href="/now.css">' +
        '<script type="module" src="/assets/client.js"></script>' +
        '<div data-island="form" data-when="intent"></div><div data-island="chart" data-when="visible"></div>',
    );
    mkdirSync(join(dist, 'desk/assets'), { recursive: true });
    write('desk/index.html', '<script src="/theme.js"></script><script type="module" crossorigin src="/assets/index.js"></script>');
    write('desk/theme.js', 'y');
    write('desk/theme.js.br', 'b'.repeat(100));
    write('desk/assets/index.js', 'import{a}from"./libraries.js";import("./later.js")');
    write('desk/assets/index.js.br', 'b'.repeat(50_000));
    write('desk/assets/libraries.js', 'y');
    write('desk/assets/libraries.js.br', 'b'.repeat(110_000));
    write('site/plain.html', '<p>'.repeat(1000));
    write('site/assets/client.js', 'import{a}from"./shared.js";import("./later.js")');
    write('site/assets/shared.js', 'Symbol.for("react.transitional.element")');
    write('site/assets/later.js', 'y');
    write('site/assets/contact-dialog-1a2B_3-c.js', 'import{a}from"./shared.js"');
    write('site/assets/portfolios-and-papers-00000000.js', 'import("./later.js")');
    write('site/assets/details-dialog-00000000.js', 'import"./portfolios-and-papers-00000000.js"');
    for (const [name, size] of [
      ['client', 4000],
      ['shared', 5000],
      ['later', 90_000],
      ['contact-dialog-1a2B_3-c', 80_000],
      ['portfolios-and-papers-00000000', 60_000],
      ['details-dialog-00000000', 30_000],
    ] as const) {
      write(`site/assets/${name}.js.br`, 'b'.repeat(size));
    }
  });
  afterAll(() => rmSync(dist, { recursive: true }));

  it('is what it loads by itself, with static imports, without what comes later; its document as the server compresses it', () => {
    const [home, plain] = weigh(dist);
    expect(home?.scripts).toBe(9000);
    expect(plain).toMatchObject({ path: '/plain', scripts: 0, framework: [], unasked: [], blocking: [] });
    expect(plain?.html).toBeLessThan(50);
  });

  it('has limits; no reader loads React, and nothing may block the first paint', () => {
    expect(overBudget(weigh(dist))).toEqual([
      '/: JavaScript of 8.8 KB before any intent, 8.0 KB allowed',
      '/: /assets/shared.js brings React to every reader',
      '/: the island chart brings React without any intent',
      '/: /now.css blocks rendering',
    ]);
  });

  it('has a limit for the desk, of which all counts that comes at once', () => {
    expect(weighDesk(dist)).toMatchObject({ scripts: 160_100, over: ['the desk, first load: JavaScript of 156.3 KB, 145.0 KB allowed'] });
  });

  it('has a limit for the code that the server starts with, which is ASCII and has no more of node:http than it uses', () => {
    mkdirSync(join(dist, 'server/assets'), { recursive: true });
    write('server/main.js', 'import{a}from"./assets/shared.js";import("./assets/later.js");' + 'a'.repeat(2_000_000));
    write('server/assets/shared.js', 'import http from "node:http";"–"');
    write('server/assets/later.js', 'a'.repeat(900_000));
    expect(weighServer(dist).over).toEqual([
      'the server, before it listens: /assets/shared.js is not ASCII, and takes twice its size',
      'the server, before it listens: /assets/shared.js imports all of node:http, undici with it',
    ]);
    write('server/main.js', 'import{a}from"./assets/later.js";' + 'a'.repeat(3_000_000));
    expect(weighServer(dist).over).toEqual(['the server, before it listens: 3808.6 KB, 2048.0 KB allowed: load by import() what few need']);
  });

  it('has limits for what is opened, each file counted once', () => {
    expect(weighOpened(dist).map(({ scripts }) => scripts)).toEqual([89_000, 99_000]);
    expect(weighOpened(dist).flatMap(({ over }) => over)).toEqual(['an open contact dialog: JavaScript of 86.9 KB, 85.0 KB allowed']);
  });
});
