// What every command does first, on any Node from 18, with nothing installed: the right Node and the dependencies.
import { join, relative } from 'node:path';
import { withLock } from './setup/lock.mjs';
import { findNode, bringNode } from './setup/node.mjs';
import { installed, npmCi } from './setup/npm.mjs';
import { say, step } from './setup/progress.mjs';
import { root } from './setup/root.mjs';

/**
 * Installs what is missing, says so only then, and returns the path of the Node that everything runs on.
 * @param {readonly string[]} [packages] folders of the repository with a package of their own, installed beside the root's
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
