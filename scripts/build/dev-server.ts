// The product's server under `npm run dev`, behind Vite's: built again when its code changes, and started again by Node once that is done.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { constants, setPriority } from 'node:os';
import { relative } from 'node:path';
import type { Plugin } from 'vite';
import { root } from '../setup/root.mjs';

const SOURCE = /^(server|contract)[\\/](?!.*\.(test|testing)\.)/;

/** Milliseconds: files are saved in bursts. */
const QUIET = 300;

/** Written by a build that went well: of one that fails, the server that runs hears nothing. */
const BUILT = '--watch-path=dist/.built-server';

export function devServer(port: number, publicUrl: string): Plugin {
  const env = { PUBLIC_URL: publicUrl, ...process.env, PORT: String(port), NODE_ENV: undefined };
  const run = (...args: string[]) => spawn(process.execPath, args, { cwd: root, env, stdio: ['ignore', 'inherit', 'inherit'] });
  let server: ChildProcess | undefined;
  return {
    name: 'dev-server',
    apply: 'serve',
    configureServer({ watcher }) {
      server = run(BUILT, '--watch-preserve-output', 'dist/server/main.js');
      let timer: NodeJS.Timeout | undefined;
      watcher.on('all', (_, file) => {
        if (!SOURCE.test(relative(root, file))) return;
        clearTimeout(timer);
        // One at a time, by the lock of builds. The page that is looked at comes first.
        timer = setTimeout(() => setPriority(run('scripts/build.mjs', 'server').pid!, constants.priority.PRIORITY_BELOW_NORMAL), QUIET);
      });
    },
    async closeServer() {
      if (server?.kill()) await once(server, 'exit');
    },
  };
}
