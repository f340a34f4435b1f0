import { createHash, randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { basename, join, relative } from 'node:path';
import { testApp } from '../testing/app.testing.ts';
import { multipart } from '../testing/multipart.testing.ts';
import { freshStore, temporaryFolder } from '../store/store.testing.ts';

export const url = '/recruiting/applications';

export async function setUp(env: Record<string, string> = {}) {
  const dataDir = temporaryFolder();
  const store = await freshStore();
  const { app, clock, context } = await testApp(store, { DATA_DIR: dataDir, ...env });
  const folder = join(dataDir, 'files');
  const names = async (path: string) => {
    const entries = await readdir(path, { recursive: true, withFileTypes: true }).catch(() => []);
    return entries.filter((entry) => entry.isFile()).map((entry) => relative(path, join(entry.parentPath, entry.name)));
  };
  return {
    app,
    clock,
    store,
    folder,
    context,
    send: ({ payload, headers }: ReturnType<typeof multipart>, more: Record<string, string> = {}) =>
      app.inject({ method: 'POST', url, payload, headers: { ...headers, ...more } }),
    leads: () => store.db.selectFrom('leads').selectAll().execute(),
    files: () => store.db.selectFrom('files').selectAll().execute(),
    uploads: () => store.db.selectFrom('uploads').selectAll().execute(),
    jobs: async () => (await store.db.selectFrom('jobs').select('name').execute()).map((job) => job.name).toSorted(),
    onDisk: async () => (await names(folder)).filter((name) => !ownNames.has(basename(name))),
  };
}

/** Files that are not uploads: the id of the store that owns the folder, and the server's lock. */
const ownNames = new Set(['store-id', 'server.lock']);

export type Setup = Awaited<ReturnType<typeof setUp>>;

export function pdf(size = 2000): Buffer {
  const head = Buffer.from('%PDF-1.7\n%\u00e2\u00e3\u00cf\u00d3\n', 'latin1');
  const tail = Buffer.from('\ntrailer<</Root 1 0 R>>\nstartxref\n9\n%%EOF\n');
  // Hexadecimal, so that random text cannot contain a keyword of PDF.
  const middle = randomBytes(Math.ceil(size / 2))
    .toString('hex')
    .slice(0, Math.max(0, size - head.length - tail.length));
  return Buffer.concat([head, Buffer.from(middle), tail]);
}

export const validApplication = {
  name: 'Ada',
  lastname: 'Lovelace',
  email: 'ada@example.com',
  phone: '+390212345678',
  message: 'I compute Bernoulli numbers by machine.',
  subject: 'Junior Full-stack Developer',
} as const;

export function application(fields: Readonly<Record<string, string>> = validApplication, cv: Buffer | null = pdf(), filename = 'cv.pdf') {
  const texts = Object.entries(fields).map(([name, value]) => ({ name, value }));
  return multipart(cv === null ? texts : [...texts, { name: 'cv', value: cv, filename, type: 'application/pdf' }]);
}

export function sha256(content: Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}
