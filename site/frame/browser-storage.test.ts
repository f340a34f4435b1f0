import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');

/** Which files may use which storage, so that nothing is stored in a browser that the cookie policy does not list. */
const owners: Array<[api: RegExp, files: string[]]> = [
  [/\b(?:local|session)Storage\b/, ['site/frame/browser-storage.ts']],
  [/\bdocument\.cookie\b|\bcookieStore\b/, ['site/client/consent-record.ts', 'site/client/head-script.ts']],
  [/\bindexedDB\b|\bcaches\.(?:open|match)\b|\bserviceWorker\b/, []],
];

test.each(owners)('%s is used where its keys are declared, and nowhere else', (api, files) => {
  const sources = globSync('{site,ui,contract}/**/*.{ts,tsx}', { cwd: root }).filter((path) => !/\.(?:test|testing)\./.test(path));
  expect(sources.length).toBeGreaterThan(200);
  const users = sources.filter((path) => api.test(withoutComments(readFileSync(join(root, path), 'utf8'))));
  expect(users.toSorted()).toEqual(files);
});

function withoutComments(code: string): string {
  return code.replace(/\/\*.*?\*\/|\/\/[^\n]*/gs, '');
}
