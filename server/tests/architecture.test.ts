import { readdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { events } from '../../contract/events.ts';
import { leadJobs } from '../compose/lead-jobs.ts';
import { subscribersOf } from '../compose/subscriber-list.ts';
import { endpointKinds } from '../store/tables/delivery-tables.ts';
import { silent } from '../store/store.testing.ts';
import type { Store } from '../store/store.ts';
import { server } from '../../scripts/build/server/environment.ts';

const root = join(import.meta.dirname, '../..');
const path = join(root, 'docs/architecture.md');

test('docs/architecture.md draws what the code says; -u draws it anew', async () => {
  const drawn: Readonly<Record<string, string>> = {
    runs: whatRuns(),
    follows: whatFollows(),
    server: imports('server'),
    desk: imports('desk'),
    site: imports('site'),
  };
  const document = await readFile(path, 'utf8');
  const places = [...document.matchAll(/<!-- drawn: (\w+) -->/g)].map(([, name]) => name);
  expect(places).toEqual(Object.keys(drawn));
  const now = document.replace(
    /(<!-- drawn: (\w+) -->\n)[\s\S]*?(<!-- \/drawn -->)/g,
    (_, open: string, name: string, close: string) => `${open}\n\`\`\`mermaid\n${drawn[name] ?? ''}\n\`\`\`\n\n${close}`,
  );
  await expect(now).toMatchFileSnapshot(path);
});

function whatRuns(): string {
  const input = server.build?.rolldownOptions?.input as Readonly<Record<string, string>>;
  const threads = Object.entries(input).filter(([name]) => !['main', 'background', 'cli'].includes(name));
  return [
    'flowchart LR',
    '  visitors([visitors]) -->|PORT| main[server/main.ts]',
    '  staff([staff]) -->|DESK_PORT| main',
    '  prometheus([Prometheus]) -->|METRICS_PORT| main',
    '  operators([operators]) --> cli[npm run …]',
    `  main ==>|jobs, one thread| background[${input.background}]`,
    '  main --> store[(SQLite or PostgreSQL)]',
    '  background --> store',
    '  cli --> store',
    '  main --> files[(CVs: a folder, or S3)]',
    '  background -->|MAIL_URL| mail([mail server])',
    '  background -->|events| others([webhooks, CRM, chat])',
    ...threads.map(([name, file]) => `  main -.->|a ${/-process[.]ts$/.test(file) ? 'process' : 'thread'} each time| ${name}[${file}]`),
  ].join('\n');
}

function whatFollows(): string {
  const jobs = leadJobs.filter(({ when }) => when !== undefined);
  return [
    'flowchart LR',
    '  form([a form is sent]) --> received[one transaction: lead, consents, history, jobs]',
    '  link([its link is pressed]) --> confirmed[one transaction: confirmed, consents, jobs]',
    ...jobs.map(({ name, when }) => `  ${when?.after} --> ${node(name)}[${name}]`),
    '  received --> history[(history of the lead)]',
    '  confirmed --> history',
    ...subscribersOf({ store: {} as Store, log: silent, zone: 'UTC' }).map(({ name }) => `  history --> ${node(name)}[${name}]`),
    '  lead_index --> streams[open desks]',
    `  ${endpointKinds.join(' & ')} --> deliveries["deliveries: ${Object.keys(events).join(', ')}"]`,
  ].join('\n');
}

function node(name: string): string {
  return name.replaceAll(/[^a-z]/gi, '_');
}

/** Draws which folders import which, without imports that others imply. */
function imports(floor: string): string {
  const base = join(root, floor);
  const folderOf = (file: string) => relative(base, file).split('/');
  const uses = new Map<string, Set<string>>();
  for (const file of sourcesIn(base)) {
    const [from = '', ...inside] = folderOf(file);
    if (inside.length === 0) continue;
    const used = uses.get(from) ?? new Set();
    uses.set(from, used);
    for (const [, specifier = ''] of readFileSync(file, 'utf8').matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g)) {
      const target = resolve(dirname(file), specifier);
      const [to = '', ...within] = folderOf(target);
      if (target.startsWith(`${base}/`) && within.length > 0 && to !== from) used.add(to);
    }
  }
  const reached = (from: string): Set<string> => new Set([...(uses.get(from) ?? [])].flatMap((to) => [to, ...reached(to)]));
  const lines = [...uses].flatMap(([from, used]) => {
    const further = new Set([...used].flatMap((to) => [...reached(to)]));
    return [...used].filter((to) => !further.has(to)).map((to) => `  ${from} --> ${to}`);
  });
  return ['flowchart TD', ...lines.toSorted()].join('\n');
}

function sourcesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.(?:test|testing)\.tsx?$|^tests\/|^testing\//.test(file))
    .map((file) => join(folder, file));
}
