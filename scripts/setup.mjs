// The first step of every command, on Node 18 or later with nothing installed: provides the right Node and the dependencies.
import { join, relative } from 'node:path';
import { withLock } from './setup/lock.mjs';
import { bringNode, findNode, isAtLeast, nodeBrought } from './setup/node.mjs';
import { installed, npmCi } from './setup/npm.mjs';
import { say, step } from './setup/progress.mjs';
import { root } from './setup/root.mjs';

/** With an older Node npm may leave out packages that want a newer one. */
const NPM_NEEDS = '20.19.0';

/**
 * Installs what is missing, reporting only if it does, and returns the path of the Node to run everything with.
 * @param {object} [needs]
 * @param {boolean} [needs.tools] whether devDependencies are needed, which building and running are not
 * @param {readonly string[]} [needs.packages] folders of the repository with a separate package, installed besides the root's
 * @returns {Promise<string>}
 */
export async function setUp({ tools = false, packages = [] } = {}) {
  const folders = [root, ...packages.map((folder) => join(root, folder))];
  const missing = () => folders.filter((folder) => !installed(folder, tools));
  const present = findNode();
  if (present && missing().length === 0) return present;
  const waiting = () => say('Another set-up is under way; waiting for it');
  return withLock(join(root, '.cache/setup.lock'), waiting, async () => {
    const node = findNode() ?? (await bringNodeBeside(missing()[0], tools));
    for (const folder of missing()) await step(`Installing ${pinnedBy(folder)}`, () => npmCi(folder, node, tools));
    return node;
  });
}

/** Brings Node and, at the same time where this one will do for that, the packages of a folder. @param {string | undefined} folder @param {boolean} tools */
async function bringNodeBeside(folder, tools) {
  if (folder === undefined || !isAtLeast(process.versions.node, NPM_NEEDS)) return step(`Bringing ${nodeBrought()}`, bringNode);
  return step(`Bringing ${nodeBrought()}, and ${pinnedBy(folder)}`, async () => {
    const [node, packages] = await Promise.allSettled([bringNode(), npmCi(folder, process.execPath, tools)]);
    if (packages.status === 'rejected') throw packages.reason;
    if (node.status === 'rejected') throw node.reason;
    return node.value;
  });
}

/** @param {string} folder */
function pinnedBy(folder) {
  return `the dependencies that ${relative(root, join(folder, 'package-lock.json'))} pins`;
}
