// What every command does first, on any Node from 18, with nothing installed: the right Node and the dependencies.
import { join } from 'node:path';
import { withLock } from './build/lock.mjs';
import { findNode, bringNode } from './setup/node.mjs';
import { installed, npmCi } from './setup/npm.mjs';
import { say, step } from './setup/progress.mjs';
import { root } from './setup/root.mjs';

/**
 * Installs what is missing, says so only then, and returns the path of the Node that everything runs on.
 * @returns {Promise<string>}
 */
export async function setUp() {
  const present = findNode();
  if (present && installed(root)) return present;
  const waiting = () => say('Another set-up is under way; waiting for it');
  return withLock(join(root, '.cache/setup.lock'), waiting, async () => {
    const node = findNode() ?? (await bringNode());
    if (!installed(root)) await step('Installing the dependencies that package-lock.json pins', () => npmCi(root, node));
    return node;
  });
}
