// `npm run dev`: the site with hot reload, and the server built and started again when its code changes.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { watch } from 'node:fs';
import { join } from 'node:path';
import { build } from './build.mjs';
import { buildServer } from './build/parts.ts';
import { startSiteDev } from './build/site-dev.ts';
import { say } from './setup/progress.mjs';
import { root } from './setup/root.mjs';

const HELP = `Usage: npm run dev

Serves the site at http://localhost:3000 with hot reload; the server behind it restarts when server/ or contract/ change.
PORT sets another port (the server takes the next one); the other settings are those of npm start.`;

/** Files are saved in bursts. */
const QUIET = 150;

if (process.argv.includes('--help')) console.log(HELP);
else await develop();

async function develop(): Promise<void> {
  const port = Number(process.env.PORT ?? 3000);
  await build();
  const server = startServer(port + 1, `http://localhost:${port}`);
  const site = await startSiteDev({ port, serverPort: port + 1 });
  say(`With hot reload, Cognitive PRO is at ${site.url}`);
  const watchers = ['server', 'contract'].map((folder) => watch(join(root, folder), { recursive: true }, (_, file) => onChange(file)));
  let timer: NodeJS.Timeout | undefined;
  function onChange(file: string | null): void {
    if (!file || /\.(test|testing)\.tsx?$|~$/.test(file)) return;
    clearTimeout(timer);
    timer = setTimeout(() => void server.renew(), QUIET);
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.once(signal, async () => {
      for (const watcher of watchers) watcher.close();
      await Promise.all([server.stop(), site.close()]);
      process.exit(0);
    });
  }
}

function startServer(port: number, publicUrl: string) {
  let child = launch();
  /** One renewal at a time; what changes meanwhile is in the next. */
  let renewal = Promise.resolve();
  return {
    renew() {
      renewal = renewal.then(async () => {
        try {
          await buildServer(say);
        } catch (error) {
          // The server that runs goes on until the code can be built.
          return say(String(error));
        }
        await end(child);
        child = launch();
      });
      return renewal;
    },
    stop: () => end(child),
  };

  function launch() {
    const env = { PUBLIC_URL: publicUrl, ...process.env, PORT: String(port) };
    return spawn(process.execPath, ['dist/server/main.js'], { cwd: root, env, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
}
