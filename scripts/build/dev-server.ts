// The product's server under `npm run dev`: behind Vite's, built and started again when its code changes.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants, setPriority } from 'node:os';
import { relative } from 'node:path';
import type { Plugin } from 'vite';
import { root } from '../setup/root.mjs';

const SOURCE = /^(server|contract)[\\/](?!.*\.(test|testing)\.)/;

/** Milliseconds: files are saved in bursts. */
const QUIET = 300;

export function devServer(port: number, publicUrl: string): Plugin {
  const env = { PUBLIC_URL: publicUrl, ...process.env, PORT: String(port), NODE_ENV: undefined };
  const run = (...args: string[]) => spawn(process.execPath, args, { cwd: root, env, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  let child: ChildProcess | undefined;
  let renewal = Promise.resolve();
  let closed = false;

  async function renew() {
    const build = run('scripts/build.mjs', 'server');
    // The page that is looked at comes first.
    setPriority(build.pid!, constants.priority.PRIORITY_BELOW_NORMAL);
    const [code] = await once(build, 'exit');
    // The server that runs goes on until the code can be built.
    if (code !== 0 || closed) return;
    await stop();
    if (!closed) child = run('dist/server/main.js');
  }
  async function stop() {
    if (child?.kill()) await once(child, 'exit');
  }
  return {
    name: 'dev-server',
    apply: 'serve',
    configureServer({ watcher }) {
      child = run('dist/server/main.js');
      let timer: NodeJS.Timeout | undefined;
      watcher.on('all', (_, file) => {
        if (!SOURCE.test(relative(root, file))) return;
        clearTimeout(timer);
        // One renewal at a time; what changes meanwhile is in the next.
        timer = setTimeout(() => (renewal = renewal.then(renew)), QUIET);
      });
    },
    closeServer() {
      closed = true;
      return stop();
    },
  };
}
