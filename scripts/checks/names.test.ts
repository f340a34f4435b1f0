import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parseSync } from '@swc/core';
import { describe, expect, it } from 'vitest';
import { root } from '../setup/root.mjs';

/** Metaphors that a newcomer would have to learn. Forbidden in names; texts for visitors may use them. */
const RETIRED = [
  'accept',
  'follow',
  'keep',
  'trap',
  'traps',
  'hold',
  'book',
  'ledger',
  'upkeep',
  'spool',
  'intake',
  'sweep',
  'sweeper',
  'arrival',
  'delegation',
  'still',
];
const FOREIGN: Readonly<Record<string, string>> = {
  accept: 'the header of HTTP, and the attribute of HTML',
  accept_newsletter: 'a field of the specification',
  'book-a-demo.spec.ts': 'what the specification calls the form',
  keepAlive: 'an option of pg',
  keep: 'the option of a backup, as restic and borg have it',
  keepAliveTimeout: 'an option of node:http',
  keepFeatures: 'an option of subset-font',
};
/** Settings for retention periods use the word that operators look for. */
const PERIOD = /^KEEP_[A-Z_]+_DAYS$/;
/** Words that are also forbidden in texts, because they are unusual in ordinary sentences. */
const NOT_IN_TEXTS = /\b(traps?|ledger|upkeep|spool|intake|sweeps?|sweeper|swept)\b/i;
const FOLDERS = ['contract', 'ui', 'site', 'desk', 'server', 'art', 'bench', 'e2e', 'scripts'];
const DOCUMENTS = ['README.md', 'docs/**/*.md'];

/** Exported names that two files may declare, and why. */
const SHARED: Readonly<Record<string, string>> = {
  Button: 'an element of pages in ui, of mails in server/mail: neither can show the other’s',
  Component: 'what the file of an island exports: site/islands/registry.ts loads it by this name',
  Page: 'what every file in site/pages exports: the page',
  up: 'what every migration exports',
};

/** File names that stand for a role and may occur in any folder. */
const ROLES: Readonly<Record<string, string>> = {
  'page.tsx': 'the page of its folder in site/pages',
  'public.ts': 'the public calls of a slice',
  'desk.ts': 'the desk’s calls of a slice, and the bench of the desk',
  'routes.test.ts': 'what tests them',
  'public.test.ts': 'what tests the public calls of a slice',
  'desk.test.ts': 'what tests the desk’s calls of a slice',
  'jobs.ts': 'the jobs of a slice',
  'jobs.test.ts': 'what tests them',
  'main.ts': 'where a process, or the script of all pages, begins',
  'run.ts': 'the command of its folder',
  'test.ts': 'the command `npm test`, and Playwright’s `test` with our fixtures',
};
/** Folders whose files are named after the file elsewhere that they belong to. */
const BESIDE = ['site/content/', 'site/islands/', 'site/client/'];

type Source = { file: string; text: string };

describe('names', () => {
  const declared = FOLDERS.flatMap(sources).flatMap((source) =>
    namesIn(source).map((name) => ({ file: source.file, name, words: wordsOf(name) })),
  );

  it.each(RETIRED)('no file and no declaration is called %s', (word) => {
    const found = declared.filter(({ name, words }) => words.includes(word) && FOREIGN[name] === undefined && !PERIOD.test(name));
    expect(found.map(({ file, name }) => `${file}: ${name}`)).toEqual([]);
  });

  it('no comment and no document speaks in them', () => {
    const comments = FOLDERS.flatMap(sources).flatMap(({ file, text }) =>
      [...text.matchAll(/\/\*\*?[\s\S]*?\*\/|(?<=^|\s)\/\/ .*$/gm)].map(([comment]) => `${file}: ${comment}`),
    );
    const lines = globSync(DOCUMENTS, { cwd: root })
      .map(read)
      .flatMap(({ file, text }) => text.split('\n').map((line) => `${file}: ${line}`));
    expect(lines.length).toBeGreaterThan(100);
    expect([...comments, ...lines].filter((text) => NOT_IN_TEXTS.test(text))).toEqual([]);
  });

  it('an exported name is declared in one file', () => {
    const files = new Map<string, string[]>();
    for (const source of FOLDERS.flatMap(sources).filter(({ file }) => !/\.(test|testing)\./.test(file))) {
      for (const name of exportsOf(source)) files.set(name, [...(files.get(name) ?? []), source.file]);
    }
    const twice = [...files].filter(([name, where]) => where.length > 1 && SHARED[name] === undefined);
    expect(twice).toEqual([]);
    expect(Object.keys(SHARED).filter((name) => (files.get(name)?.length ?? 0) < 2)).toEqual([]);
  });

  it('a file has a name of its own', () => {
    const places = new Map<string, string[]>();
    for (const { file } of FOLDERS.flatMap(sources).filter(({ file }) => !BESIDE.some((folder) => file.startsWith(folder))))
      places.set(basename(file), [...(places.get(basename(file)) ?? []), file]);
    expect([...places].filter(([name, files]) => files.length > 1 && ROLES[name] === undefined)).toEqual([]);
  });

  it('finds what it looks for, wherever a name is declared', () => {
    const text = `import { x as spool } from 'x';\nexport const withDesk = ({ hold }: { trap: 1 }) => { let book; };\nclass A { keep() {} }\ntype B = { follow: 1 };`;
    const names = namesIn({ file: 'a/intake.ts', text }).flatMap(wordsOf);
    expect(names).toEqual(expect.arrayContaining(['spool', 'desk', 'hold', 'trap', 'book', 'keep', 'follow', 'intake']));
    expect(exportsOf({ file: 'a.ts', text: 'export async function one() {}\nexport type Two = 1;\nconst three = 1;' })).toEqual([
      'one',
      'Two',
    ]);
  });
});

function sources(folder: string): Source[] {
  return globSync(`${folder}/**/*.{ts,tsx,mjs}`, { cwd: root, exclude: ['**/node_modules'] }).map(read);
}

function read(file: string): Source {
  return { file, text: readFileSync(join(root, file), 'utf8') };
}

/** Splits a name into words: `withDesk` is `with` and `desk`. */
function wordsOf(name: string): string[] {
  return name.split(/[^A-Za-z]+|(?<=[a-z])(?=[A-Z])/).map((word) => word.toLowerCase());
}

function exportsOf({ text }: Source): string[] {
  return [...text.matchAll(/^export (?:async )?(?:function\*?|const|let|class|type|interface) (\w+)/gm)].map(([, name]) => name!);
}

/** The file's name and all names that it declares, without those that it only uses. */
function namesIn({ file, text }: Source): string[] {
  const names = [basename(file)];
  collect(parseSync(text, { syntax: 'typescript', tsx: file.endsWith('x') }), undefined, names);
  return names;
}

/** Positions in the syntax tree where an identifier is declared. */
const DECLARING = new Set(['id', 'local', 'param', 'params', 'pat', 'key', 'elements', 'left', 'argument', 'value', 'identifier']);
const USING = new Set([
  'CallExpression',
  'MemberExpression',
  'BinaryExpression',
  'AssignmentExpression',
  'ReturnStatement',
  'KeyValueProperty',
  'TsTypeReference',
  'JSXAttribute',
]);

type Node = { type?: string; value?: unknown } & Record<string, unknown>;

function collect(node: unknown, place: { parent: string; at: string } | undefined, names: string[]): void {
  if (Array.isArray(node)) return node.forEach((one) => collect(one, place, names));
  if (typeof node !== 'object' || node === null) return;
  const { type = '', ...rest } = node as Node;
  if (type === 'Identifier' && place !== undefined && isDeclared(place)) names.push(String(rest.value));
  for (const [at, child] of Object.entries(rest)) collect(child, { parent: type || (place?.parent ?? ''), at }, names);
}

function isDeclared({ parent, at }: { parent: string; at: string }): boolean {
  return DECLARING.has(at) && (!USING.has(parent) || (parent === 'KeyValueProperty' && at === 'key'));
}
