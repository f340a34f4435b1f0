import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { discard, startServer } from '../e2e/fixtures/server.ts';
import { asStarted } from '../scripts/run/server-flags.mjs';
import { COMPRESS_AFTER } from '../server/http/compress-ahead.ts';
import { freePort } from '../server/testing/free-port.testing.ts';
import { staleParts } from '../scripts/build.mjs';
import { secondsOf } from './processor-seconds.ts';
import { atMost, median, told, type Row, type BenchSection } from './results.ts';

const ROUNDS = 5;
const root = join(import.meta.dirname, '..');

/** Time from the command to the first page, and memory of an idle server. */
export const running: BenchSection = { about: 'warm start and idle memory', run: measureRunning };

async function measureRunning(): Promise<Row[]> {
  const server: number[] = [];
  const [memory, processor]: [number[], number[]] = [[], []];
  for (let round = 0; round < ROUNDS; round += 1) {
    const began = performance.now();
    // With the flags of `npm start`, and with the desk.
    const running = await startServer({ env: { ...asStarted(), DESK_PORT: String(await freePort()) } });
    await fetch(running.url);
    server.push(performance.now() - began);
    processor.push(secondsOf(Number(running.process.pid)) * 1000);
    if (round < 2) {
      // Once it has compressed its pages: what that took is the server's too.
      await new Promise((resolve) => setTimeout(resolve, COMPRESS_AFTER + 6000));
      memory.push(residentMegabytes(Number(running.process.pid)));
    }
    await discard(running);
  }
  const npm = staleParts().length > 0 ? [] : [await npmStart(), await npmStart(), await npmStart()];
  return [
    told('node dist/server/main.js to a page served', median(server), { unit: 'ms' }),
    told('processor time until then', median(processor), { unit: 'ms' }),
    ...(npm.length > 0 ? [atMost('npm start to a page served, everything built', median(npm), 1500, { unit: 'ms' })] : []),
    atMost('memory of the idle server', Math.max(...memory), 130, { unit: 'MB' }),
  ];
}

async function npmStart(): Promise<number> {
  const dataDir = mkdtempSync(join(tmpdir(), 'cognitive-bench-'));
  const began = performance.now();
  const env = { ...process.env, PORT: '0', DESK_PORT: 'off', DATA_DIR: dataDir };
  const child = spawn(process.execPath, ['scripts/run.mjs', 'start'], { cwd: root, env, stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  for await (const part of child.stdout) {
    output += String(part);
    if (/is at http:\/\/localhost:\d+/.test(output)) break;
  }
  await fetch(String(/http:\/\/localhost:\d+/.exec(output)?.[0]));
  const took = performance.now() - began;
  child.stdout.resume();
  child.kill('SIGTERM');
  await once(child, 'exit');
  rmSync(dataDir, { recursive: true, force: true });
  return took;
}

function residentMegabytes(pid: number): number {
  const kilobytes = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kilobytes) / 1024;
}
