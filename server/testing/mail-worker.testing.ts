import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import PostalMime, { type Email } from 'postal-mime';
import { onTestFinished } from 'vitest';
import type { AppContext } from '../compose/app-context.ts';
import { jobs } from '../compose/job-list.ts';
import { createMailer, type MailerOptions } from '../mail/mailer.ts';
import { createWorker } from '../queue/worker.ts';
import { silent } from '../store/store.testing.ts';

type Site = { context: AppContext; clock: { now: number } };

/** A worker that runs the jobs of a site and writes its mails as files into DATA_DIR, by the site's clock. */
export function mailWorker({ context, clock }: Site, options: Partial<MailerOptions> = {}) {
  const { store, settings, files } = context;
  const now = () => clock.now;
  const folder = join(settings.DATA_DIR, 'mail');
  const mailer = createMailer({
    store,
    log: silent,
    dataDir: settings.DATA_DIR,
    now,
    from: 'Sample <no-reply@example.com>',
    limit: { perHour: 100, perDay: 100 },
    frame: { company: 'Sample', offices: ['Milan, Italy'], legal: [], url: 'https://www.example.com' },
    ...options,
  });
  const worker = createWorker({ store, jobs, services: { settings, store, files, mailer, log: silent }, log: silent, now });
  onTestFinished(async () => {
    await worker.stop(0);
    mailer.close();
  });
  const known = new Set<string>();
  const mailNames = async () => (await readdir(folder).catch((): string[] => [])).filter((name) => name.endsWith('.eml')).toSorted();
  const textOf = async (name: string) => (await readFile(join(folder, name), 'latin1')).replaceAll('=\r\n', '');
  return {
    worker,
    pass: async (ms = 0): Promise<void> => {
      clock.now += ms;
      await worker.runDue();
    },
    /** In the order in which their jobs were enqueued. */
    mails: async (): Promise<Email[]> =>
      Promise.all((await mailNames()).map(async (name) => PostalMime.parse(await readFile(join(folder, name))))),
    /** The same mails as text in the form in which they are sent, with wrapped lines joined again. */
    texts: async (): Promise<string[]> => Promise.all((await mailNames()).map(textOf)),
    /** The texts of mails that an earlier call did not return. */
    newTexts: async (): Promise<string[]> => {
      const names = (await mailNames()).filter((name) => !known.has(name));
      for (const name of names) known.add(name);
      return Promise.all(names.map(textOf));
    },
  };
}
