// The product's server behind Vite under `npm run dev`: rebuilt when its code changes, then restarted by Node.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { constants, setPriority } from 'node:os';
import { relative } from 'node:path';
import type { Plugin } from 'vite';
import { root } from '../setup/root.mjs';

const SOURCE = /^(server|contract)[\\/](?!.*\.(test|testing)\.)/;

/** Milliseconds to wait for more changes, because files are often saved in groups. */
const QUIET = 300;

/** Written by a successful build only: a failed one does not restart the server. */
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
        // The build lock allows one build at a time. Low priority, because rendering the open page comes first.
        timer = setTimeout(() => setPriority(run('scripts/build.mjs', 'server').pid!, constants.priority.PRIORITY_BELOW_NORMAL), QUIET);
      });
    },
    async closeServer() {
      if (server?.kill()) await once(server, 'exit');
    },
  };
}
