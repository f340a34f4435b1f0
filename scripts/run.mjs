// All commands of the project: `node scripts/run.mjs <command> …`, called by the scripts in package.json.
// Plain JavaScript for Node 18 or later, because it runs before anything is installed.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { staleParts } from './build.mjs';
import { serverAllocator, serverFlags } from './run/server-flags.mjs';
import { supervise } from './run/supervise.mjs';
import { setUp } from './setup.mjs';
import { say } from './setup/progress.mjs';
import { root } from './setup/root.mjs';

/**
 * @typedef {object} Command
 * @property {string} about
 * @property {string[]} run program and first arguments, for the project's Node
 * @property {boolean} [build] needs dist/ to be up to date
 * @property {boolean} [server] runs until it is told to stop
 * @property {string} [mode] NODE_ENV, where none is set
 * @property {string[]} [flags] of Node
 * @property {Record<string, string>} [environment] what is set where the caller set nothing
 * @property {boolean} [tools] needs devDependencies
 * @property {string[]} [packages] folders whose own package it needs beside the root's
 */

/** @type {Record<string, Command>} */
const commands = {
  start: {
    about: 'build what is stale and serve the site',
    flags: serverFlags,
    environment: serverAllocator,
    run: ['dist/server/main.js'],
    build: true,
    server: true,
    mode: 'production',
  },
  test: { about: 'run every check and test; --only names some', run: ['scripts/test.ts'], tools: true, packages: ['art'] },
  dev: {
    about: 'serve with hot reload of site and server',
    run: ['node_modules/vite/bin/vite.js', '--configLoader', 'native'],
    build: true,
  },
  build: { about: 'build what is stale into dist/', run: ['scripts/build.mjs'] },
  leads: { about: 'list and show leads', run: ['dist/server/cli.js', 'leads'], build: true, mode: 'production' },
  desk: {
    about: 'make its first administrator, or fill an empty store with sample leads',
    run: ['dist/server/cli.js', 'desk'],
    build: true,
    mode: 'production',
  },
  applications: { about: 'list applications and fetch a CV', run: ['dist/server/cli.js', 'applications'], build: true, mode: 'production' },
  files: {
    about: 'list files that nothing knows, and whose they are',
    run: ['dist/server/cli.js', 'files'],
    build: true,
    mode: 'production',
  },
  jobs: { about: 'list jobs and run failed ones again', run: ['dist/server/cli.js', 'jobs'], build: true, mode: 'production' },
  portfolios: { about: 'import and show track records', run: ['dist/server/cli.js', 'portfolios'], build: true, mode: 'production' },
  papers: { about: 'add, list and remove research papers', run: ['dist/server/cli.js', 'papers'], build: true, mode: 'production' },
  backup: {
    about: 'back up rows and files while the server serves',
    run: ['dist/server/cli.js', 'backup'],
    build: true,
    mode: 'production',
  },
  restore: { about: 'check a backup and bring it back', run: ['dist/server/cli.js', 'restore'], build: true, mode: 'production' },
  move: { about: 'move the embedded store to PostgreSQL', run: ['dist/server/cli.js', 'move'], build: true, mode: 'production' },
  privacy: {
    about: 'give out or erase what is held on an address',
    run: ['dist/server/cli.js', 'privacy'],
    build: true,
    mode: 'production',
  },
  consents: {
    about: 'show, withdraw and verify what people agreed to',
    run: ['dist/server/cli.js', 'consents'],
    build: true,
    mode: 'production',
  },
  crm: { about: 'what the CRM is told of verified requests', run: ['dist/server/cli.js', 'crm'], build: true, mode: 'production' },
  webhooks: { about: 'tell other systems what happens', run: ['dist/server/cli.js', 'webhooks'], build: true, mode: 'production' },
  retention: {
    about: 'remove what was kept for as long as the settings say',
    run: ['dist/server/cli.js', 'retention'],
    build: true,
    mode: 'production',
  },
  'test:nightly': {
    about: 'in full what test takes in turns, and hundreds of kills',
    run: ['scripts/nightly.ts'],
    build: true,
    tools: true,
    packages: ['art'],
  },
  'test:crash': { about: 'kill the server under load, again and again', run: ['e2e/crash/run.ts'], build: true, tools: true },
  'test:chaos': {
    about: 'a cluster whose servers and primaries are killed under load',
    run: ['e2e/crash/chaos/run.ts'],
    build: true,
    tools: true,
  },
  'test:deliveries': {
    about: 'three servers that are killed while they tell others',
    run: ['e2e/crash/deliveries/run.ts'],
    build: true,
    tools: true,
  },
  'test:publications': {
    about: 'publish hundreds of times while many read',
    run: ['e2e/crash/publications/run.ts'],
    build: true,
    tools: true,
  },
  art: { about: 'draw the pictures that the site ships', run: ['art/run.ts'], tools: true, packages: ['art'] },
  bench: { about: 'measure speed against budgets and peers', run: ['bench/run.ts'], build: true, tools: true },
};

const [name = '', ...args] = process.argv.slice(2);
const command = Object.hasOwn(commands, name) ? commands[name] : undefined;

if (command) {
  // Exits at once: while Node shuts down normally, the second signal of the same Ctrl-C would kill it.
  process.exit(await run(command).catch(report));
} else {
  say(usage());
  process.exitCode = name === '' || name === '--help' ? 0 : 2;
}

/** @param {Command} wanted @returns {Promise<number>} */
async function run({ run: program, build, server, mode, flags = [], environment, tools, packages }) {
  const node = await setUp(args.includes('--help') ? {} : { tools, packages });
  if (build && staleParts().length > 0) {
    // On stderr, because the command's output may be piped.
    const code = await supervise(node, ['scripts/build.mjs'], { stdio: ['ignore', 2, 2] });
    if (code !== 0) return code;
  }
  // The compile cache is kept between starts, which saves a fifth of a second each.
  const env = mode ? { NODE_COMPILE_CACHE: join(root, '.cache/compiled'), NODE_ENV: mode, ...environment, ...process.env } : {};
  return supervise(node, [...flags, ...program, ...args], { server, env });
}

/** @param {unknown} error */
function report(error) {
  say(error instanceof Error ? error.message : String(error));
  return 1;
}

function usage() {
  const rows = Object.entries(commands)
    .filter(
      ([
        ,
        {
          run: [program = ''],
        },
      ]) => /^(dist|node_modules)\//.test(program) || existsSync(join(root, program)),
    )
    .map(([key, { about }]) => `  ${(key === 'start' || key === 'test' ? `npm ${key}` : `npm run ${key}`).padEnd(25)}${about}`);
  return ['Commands:', ...rows, '', 'Options follow two dashes: npm start -- --help'].join('\n');
}
