import { execFile, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import autocannon from 'autocannon';
import * as v from 'valibot';
import type { OpenLoad } from './open-load.ts';

const run = promisify(execFile);

/** Answers a second, the 99th percentile of what they took in milliseconds, and how many were refused or not answered. */
type Answers = { answered: number; rate: number; p99: number; refused: number };

type ClosedLoad = {
  url: string;
  connections: number;
  seconds: number;
  headers?: Record<string, string>;
  form?: { path: string; body: string } | undefined;
};

/** wrk where it is installed, because autocannon needs a whole processor above some thousand requests a second. */
export async function loadProgram(): Promise<'wrk' | 'autocannon'> {
  // `wrk --version` ends with another code than 0.
  return run('wrk', ['--version']).then(
    () => 'wrk',
    (error: { code?: unknown }) => (error.code === 'ENOENT' ? 'autocannon' : 'wrk'),
  );
}

/** Sends requests on so many connections, on each the next as soon as the one before it is answered. */
export async function closedLoad(target: ClosedLoad): Promise<Answers> {
  const load = await ((await loadProgram()) === 'wrk' ? byWrk(target) : byAutocannon(target));
  if (load.answered === 0) throw new Error(`${target.url} answered nothing`);
  return load;
}

const WRK = v.pipe(v.string(), v.parseJson(), v.object({ answered: v.number(), micros: v.number(), p99: v.number(), refused: v.number() }));

async function byWrk({ url, connections, seconds, headers = {}, form }: ClosedLoad): Promise<Answers> {
  const folder = mkdtempSync(join(tmpdir(), 'cognitive-wrk-'));
  const script = join(folder, 'load.lua');
  writeFileSync(script, `${form === undefined ? '' : luaForm(form)}\n${LUA_RESULT}`);
  const named = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`]);
  try {
    const { stdout } = await run('wrk', ['-t1', `-c${connections}`, `-d${seconds}s`, '--timeout', '30s', '-s', script, ...named, url]);
    const { answered, micros, p99, refused } = v.parse(WRK, /^\{.*\}$/m.exec(stdout)?.[0]);
    return { answered, refused, rate: (answered / micros) * 1e6, p99: p99 / 1000 };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const LUA_RESULT = `done = function(summary, latency)
  local failed = summary.errors
  local refused = failed.connect + failed.read + failed.write + failed.status + failed.timeout
  io.write(string.format('\\n{"answered":%d,"micros":%d,"p99":%d,"refused":%d}\\n', summary.requests, summary.duration, latency:percentile(99), refused))
end`;

function luaForm({ path, body }: { path: string; body: string }): string {
  const [before, ...after] = body.split('@ID@');
  const text = [before, ...after].map((part) => `[==[${part}]==]`).join(' .. id .. ');
  return `local sent = 0
local run = ${Math.floor(Math.random() * 2 ** 31)}
request = function()
  sent = sent + 1
  local id = string.format('%08x-0000-4000-8000-%012x', run, sent)
  local headers = { ['content-type'] = 'application/json', ['idempotency-key'] = id }
  return wrk.format('POST', '${path}', headers, ${text})
end`;
}

async function byAutocannon({ url, connections, seconds, headers = {}, form }: ClosedLoad): Promise<Answers> {
  const request: autocannon.Request =
    form === undefined
      ? { method: 'GET' }
      : {
          method: 'POST',
          path: form.path,
          setupRequest: (made) => {
            const id = crypto.randomUUID();
            const own = { 'content-type': 'application/json', 'idempotency-key': id };
            return { ...made, headers: own, body: form.body.replaceAll('@ID@', id) };
          },
        };
  const { requests, duration, latency, non2xx, errors } = await autocannon({
    url,
    connections,
    duration: seconds,
    headers,
    requests: [request],
  });
  return { answered: requests.total, rate: requests.total / duration, p99: latency.p99, refused: non2xx + errors };
}

const OPEN = v.object({ latencies: v.array(v.number()), refused: v.number(), late: v.number() });

/** Sends leads at fixed times, however slow the answers are, from a separate process. Latencies are counted from when a request was due. */
export async function openLoad(load: OpenLoad): Promise<v.InferOutput<typeof OPEN>> {
  const child = fork(join(import.meta.dirname, 'open-load.ts'));
  child.send(load);
  const [message] = (await once(child, 'message')) as [unknown];
  return v.parse(OPEN, message);
}
