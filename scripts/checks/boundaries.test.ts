import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, extname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { root } from '../setup/root.mjs';

const FLOORS = ['contract', 'ui', 'site', 'desk', 'server'];

/** A forbidden import for each rule, in all the ways to write an import. */
const planted: [rule: string, file: string, code: string][] = [
  ['contract-is-pure', 'contract/planted-node.ts', `import { readFileSync } from 'node:fs';\nexport const text = readFileSync;`],
  ['contract-root-below-forms', 'contract/planted-form.ts', `export { emailAddress } from './forms/rules.ts';`],
  ['contract-is-pure', 'contract/planted-react.ts', `export { useState } from 'react';`],
  ['contract-is-pure', 'contract/planted-type.ts', `import type { FastifyInstance } from 'fastify';\nexport type App = FastifyInstance;`],
  [
    'site-imports-contract-and-ui',
    'site/forms/planted-type.tsx',
    `import { type AppContext } from '../../server/compose/app-context.ts';\nexport const a = <p>{'' as unknown as AppContext}</p>;`,
  ],
  ['site-imports-contract-and-ui', 'site/forms/planted-lazy.ts', `export const late = () => import('../../server/planted.ts');`],
  ['site-imports-contract-and-ui', 'site/forms/planted-node.ts', `import 'node:path';`],
  ['site-imports-contract-and-ui', 'site/forms/planted-desk.ts', `import '../../desk/planted-target.ts';`],
  ['desk-imports-contract-and-ui', 'desk/planted.ts', `import '../site/frame/planted-target.ts';`],
  ['ui-imports-packages-only', 'ui/planted-site.ts', `import '../site/frame/planted-target.ts';`],
  ['ui-imports-packages-only', 'ui/planted-contract.ts', `export * from '../contract/pages.ts';`],
  ['server-imports-contract-and-tokens', 'server/planted.ts', `export * from '../site/content/planted.ts';`],
  ['server-imports-contract-and-tokens', 'server/mail/planted-ui.tsx', `import '../../ui/planted-target.ts';`],
  ['no-slice-to-slice', 'server/recruiting/planted.ts', `export * from '../reports/planted.ts';`],
  [
    'no-slice-to-slice',
    'server/contact/planted.ts',
    `import { type other } from '../recruiting/planted-other.ts';\nexport type Other = typeof other;`,
  ],
  ['no-slice-to-slice', 'server/reports/planted-contact.ts', `export const late = () => import('../contact/planted-target.ts');`],
  ['server-in-order', 'server/leads/planted.ts', `import '../contact/planted-target.ts';`],
  ['server-in-order', 'server/leads/confirmation/planted.ts', `export type * from '../../contact/planted-target.ts';`],
  ['server-in-order', 'server/mail/planted-leads.ts', `import '../leads/planted-target.ts';`],
  ['server-in-order', 'server/mail/planted.ts', `import '../recruiting/planted-other.ts';`],
  ['no-slice-to-slice', 'server/metrics/planted.ts', `import '../alerts/planted-target.ts';`],
  ['no-slice-to-slice', 'server/alerts/planted.ts', `import '../recruiting/planted-other.ts';`],
  ['server-in-order', 'server/http/planted-metrics.ts', `import '../metrics/planted-target.ts';`],
  [
    'metrics-library-on-demand',
    'server/metrics/planted-library.ts',
    `import { Registry } from 'prom-client';\nexport const made = Registry;`,
  ],
  ['composed-from-above', 'server/reports/planted-upwards.ts', `export type { createApp } from '../compose/app.ts';`],
  ['server-in-order', 'server/kernel/planted.ts', `export type { Settings } from '../settings/settings.ts';`],
  ['server-in-order', 'server/leads/planted-work.ts', `import '../work/lead-page.ts';`],
  ['desk-in-order', 'desk/parts/planted.ts', `import '../features/leads/leads.tsx';`],
  ['desk-in-order', 'desk/features/leads/planted.ts', `import '../../app/views.ts';`],
  ['site-in-order', 'site/styles/planted.ts', `import '../frame/planted-target.ts';`],
  ['site-in-order', 'site/forms/planted-section.ts', `import '../sections/policy.tsx';`],
  ['site-order-pages', 'site/sections/planted.ts', `import '../pages/planted.tsx';`],
  ['client-without-react', 'site/client/planted.ts', `import { useState } from 'react';\nexport const hook = useState;`],
  ['client-without-react', 'site/client/planted-component.ts', `import '../islands/planted.tsx';`],
  ['content-is-data', 'site/content/planted.ts', `import '../../ui/planted-target.ts';\nexport const words = '';`],
  ['no-tests-in-production', 'server/queue/planted.ts', `import '../mail/planted.testing.ts';`],
  ['nobody-imports-tools', 'server/http/planted.ts', `import '../../e2e/planted.ts';`],
  ['nobody-imports-art', 'server/insights/planted-art.ts', `import '../../art/planted.ts';`],
  ['no-development-packages-in-production', 'server/store/planted.ts', `import 'vitest';`],
  ['no-barrels', 'site/forms/planted.ts', `import '../../ui/index.ts';`],
  ['no-cycles', 'site/frame/planted-cycle-back.ts', `import './planted-cycle.ts';`],
  ['no-unresolvable', 'site/frame/planted-nowhere.ts', `import './nowhere.ts';`],
];

const targets: [file: string, code: string][] = [
  ['server/reports/planted.ts', 'export const report = 1;'],
  ['server/recruiting/planted-other.ts', 'export const other = 1;'],
  ['server/contact/planted-target.ts', 'export const target = 1;'],
  ['server/metrics/planted-target.ts', 'export const target = 1;'],
  ['server/alerts/planted-target.ts', 'export const target = 1;'],
  ['server/leads/planted-target.ts', 'export const target = 1;'],
  ['server/mail/planted.testing.ts', 'export const double = 1;'],
  ['ui/planted-target.ts', 'export const target = 1;'],
  ['desk/planted-target.ts', 'export const target = 1;'],
  ['ui/index.ts', 'export const barrel = 1;'],
  ['site/frame/planted-target.ts', 'export const target = 1;'],
  ['site/frame/planted-cycle.ts', `import './planted-cycle-back.ts';`],
  ['site/pages/planted.tsx', 'export const page = <h1>1</h1>;'],
  ['site/islands/planted.tsx', 'export const Component = () => <p>1</p>;'],
  ['e2e/planted.ts', 'export const tool = 1;'],
  ['art/planted.ts', 'export const drawing = 1;'],
];

describe('the boundaries', () => {
  const copy = mkdtempSync(join(tmpdir(), 'boundaries-'));
  let found: Set<string>;

  beforeAll(() => {
    for (const floor of FLOORS.filter((name) => existsSync(join(root, name))))
      cpSync(join(root, floor), join(copy, floor), { recursive: true, filter: isSource });
    for (const file of ['package.json', '.dependency-cruiser.cjs']) cpSync(join(root, file), join(copy, file));
    symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
    for (const [, file, code] of planted) plant(copy, file, code);
    for (const [file, code] of targets) plant(copy, file, code);
    found = violations(copy);
  });

  afterAll(() => rmSync(copy, { recursive: true }));

  it.each(planted)('%s: reported in %s', (rule, file) => {
    expect(found).toContain(`${rule} ${file}`);
  });
});

function plant(folder: string, file: string, code: string) {
  mkdirSync(dirname(join(folder, file)), { recursive: true });
  writeFileSync(join(folder, file), `${code}\n`);
}

function isSource(path: string) {
  return ['', '.ts', '.tsx', '.css', '.json'].includes(extname(path));
}

/** `<rule> <importing file>` for each violation. */
function violations(folder: string): Set<string> {
  const cruiser = join(root, 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs');
  const args = [cruiser, '--config', '.dependency-cruiser.cjs', '--preserve-symlinks', '--output-type', 'json', ...FLOORS];
  const { stdout, stderr } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8', maxBuffer: 2 ** 28 });
  if (!stdout) throw new Error(stderr);
  const { summary } = JSON.parse(stdout) as { summary: { violations: { from: string; rule: { name: string } }[] } };
  return new Set(summary.violations.map(({ from, rule }) => `${rule.name} ${from}`));
}
