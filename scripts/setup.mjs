// The first step of every command, on Node 18 or later with nothing installed: provides the right Node and the dependencies.
import { join, relative } from 'node:path';
import { withLock } from './setup/lock.mjs';
import { findNode, bringNode } from './setup/node.mjs';
import { installed, npmCi } from './setup/npm.mjs';
import { say, step } from './setup/progress.mjs';
import { root } from './setup/root.mjs';

/**
 * Installs what is missing, reporting only if it does, and returns the path of the Node to run everything with.
 * @param {readonly string[]} [packages] folders of the repository with a separate package, installed besides the root's
 * @returns {Promise<string>}
 */
export async function setUp(packages = []) {
  const folders = [root, ...packages.map((folder) => join(root, folder))];
  const present = findNode();
  if (present && folders.every(installed)) return present;
  const waiting = () => say('Another set-up is under way; waiting for it');
  return withLock(join(root, '.cache/setup.lock'), waiting, async () => {
    const node = findNode() ?? (await bringNode());
    for (const folder of folders.filter((each) => !installed(each))) {
      const lockfile = relative(root, join(folder, 'package-lock.json'));
      await step(`Installing the dependencies that ${lockfile} pins`, () => npmCi(folder, node));
    }
    return node;
  });
}
