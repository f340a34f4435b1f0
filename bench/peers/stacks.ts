import { join } from 'node:path';
import { serverAllocator, serverFlags } from '../../scripts/run/server-flags.mjs';
import { root } from '../../scripts/setup/root.mjs';
import type { StoreKind } from '../../e2e/crash/server-data.ts';
import { COMPRESS_AFTER } from '../../server/http/compress-ahead.ts';
import { submission } from '../lead-rows.ts';

/** What is measured: the product, or a peer that is installed from its folder here. */
export type Stack = {
  name: string;
  /** None for the product. */
  folder?: string;
  /** Arguments for Node, in the peer's folder: builds it; makes its tables; starts it on PORT. */
  build?: readonly string[];
  prepare?: readonly string[];
  start: readonly string[];
  env?: Record<string, string>;
  /** A path that is answered by 200 once it serves. */
  ready: string;
  /** Milliseconds after its start until it does nothing beside. */
  settles?: number;
  /** What is posted to leave a lead; `@ID@` stands for what is different in each. */
  form?: { path: string; body: string };
  /** The settings and choices, those that favour a peer first of all. */
  choices: string;
};

const NEXT = 'node_modules/next/dist/bin/next';
const FORM = JSON.stringify(submission('@ID@'));

export const product: Stack = {
  name: 'product',
  start: [...serverFlags, join(root, 'dist/server/main.js')],
  env: {
    ...serverAllocator,
    RATE_LIMIT: 'off',
    MIN_FILL_MS: '0',
    FIRST_MAILS_PER_HOUR: '1000000',
    FIRST_MAILS_PER_DAY: '1000000',
    LOG_LEVEL: 'warn',
  },
  ready: '/',
  settles: COMPRESS_AFTER + 3000,
  form: { path: '/cognitivepro/forms/home_bad', body: FORM },
  choices:
    'as npm start runs it, with its desk; mails go to a server that takes all at once, and are sent, as the index is written, meanwhile. Leads come once it has compressed its pages, 13 s after the start',
};

/** Who serves the home page. */
export const pageStacks: readonly Stack[] = [
  product,
  {
    name: 'Astro, React island',
    folder: 'astro',
    build: ['node_modules/astro/bin/astro.mjs', 'build'],
    start: ['dist/server/entry.mjs'],
    env: { HOST: '127.0.0.1', ASTRO_TELEMETRY_DISABLED: '1' },
    ready: '/',
    choices: 'styles in the page; the island hydrates when idle; its Node adapter, which does not compress and so spends nothing on it',
  },
  {
    name: 'React Router, prerendered',
    folder: 'react-router',
    build: ['node_modules/@react-router/dev/bin.cjs', 'build'],
    start: ['node_modules/@react-router/serve/bin.cjs', 'build/server/index.js'],
    env: { HOST: '127.0.0.1' },
    ready: '/',
    choices: 'the page is a file made at build; react-router-serve',
  },
  {
    name: 'Next',
    folder: 'next',
    build: [NEXT, 'build'],
    start: [NEXT, 'start', '--hostname', '127.0.0.1'],
    env: { NEXT_TELEMETRY_DISABLED: '1' },
    ready: '/',
    choices:
      'a static page of server components, the dialog its only client component; styles in the page (its experimental inlineCss); next start',
  },
];

/** Who takes leads. */
export const leadStacks: readonly Stack[] = [
  product,
  {
    name: 'plain Fastify',
    folder: 'fastify',
    start: ['server.js'],
    ready: '/',
    form: { path: '/leads', body: FORM },
    choices:
      'checks six fields, a prepared insert of a row and of an outbox row, durable when answered; sends nothing, knows no repetition',
  },
  {
    name: 'Payload, form builder',
    folder: 'payload',
    build: [NEXT, 'build'],
    prepare: ['prepare.js'],
    start: [NEXT, 'start', '--hostname', '127.0.0.1'],
    env: { NEXT_TELEMETRY_DISABLED: '1' },
    ready: '/api/forms',
    form: { path: '/api/form-submissions', body: payloadForm() },
    choices: 'submission and job in one transaction, no rich text, no mail within the request, jobs are not run',
  },
];

export const stores: Record<StoreKind, string> = { sqlite: 'SQLite', postgres: 'PostgreSQL' };

function payloadForm(): string {
  const answers = { name: 'Ada', surname: 'Lovelace', email: 'bench-@ID@@visitors.example', phone: '+39 02 1234567' };
  const all = { ...answers, role: 'Asset Manager', company: 'Analytical Engines' };
  return JSON.stringify({ form: 1, submissionData: Object.entries(all).map(([field, value]) => ({ field, value })) });
}
