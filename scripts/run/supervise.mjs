// Runs a program as a child process with the same signals and exit code, and leaves no child behind.
import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { root } from '../setup/root.mjs';
import { forwardSignals } from './signals.mjs';

/**
 * Runs a program under a Node to its end and returns its exit code.
 * @param {string} node @param {string[]} args
 * @param {{ server?: boolean, stdio?: import('node:child_process').StdioOptions, env?: NodeJS.ProcessEnv }} [options] a server
 *   gets a session of its own, so that the terminal's Ctrl-C reaches it only once, through this process, and an IPC
 *   channel: when that closes, the server knows that this process has ended, even if it was killed
 * @returns {Promise<number>}
 */
export function supervise(node, args, { server = false, stdio = 'inherit', env = {} } = {}) {
  const child = forwardSignals(() =>
    spawn(node, args, {
      cwd: root,
      env: { ...process.env, PATH: pathFor(node), ...env },
      stdio: server ? ['inherit', 'inherit', 'inherit', 'ipc'] : stdio,
      detached: server && process.platform !== 'win32',
    }),
  );
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', (code, signal) => resolve(code ?? 128 + (signal ? constants.signals[signal] : 0)));
  });
}

/** PATH with the Node in use and the installed tools first. @param {string} node */
export function pathFor(node) {
  return [dirname(node), join(root, 'node_modules/.bin'), process.env.PATH].join(delimiter);
}
