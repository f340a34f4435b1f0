import * as v from 'valibot';
import type { ContentField } from '../../contract/content-fields.ts';
import type { JobServices } from '../mail/job-services.ts';
import type { Mail } from '../mail/mail.ts';
import { defineJob, type JobContext } from '../queue/job.ts';
import type { Tx } from '../store/store.ts';
import { mailSamples } from './mail-previews.ts';
import { readTextDraft, shownIn } from './text-drafts.ts';
import { currentWords } from './words.ts';

type Given = {
  mails: readonly Mail<never>[];
  fields: ReadonlyMap<string, ContentField>;
  /** The mailbox of an account; undefined if it is closed. */
  addressOf: (db: Tx, account: string) => Promise<string | undefined>;
};

/** Mails a variant of a mail with a draft's texts to the account that tries it. Its links lead nowhere. */
export const createTryMail = ({ mails, fields, addressOf }: Given) =>
  defineJob({
    name: 'content.try-mail',
    payload: v.object({ draft: v.string(), page: v.string(), account: v.string() }),
    run: async ({ draft: id, page, account }, context: JobContext<JobServices>) => {
      const { store, settings, mailer } = context.services;
      const [draft, to] = [await readTextDraft(store.db, id), await addressOf(store.db, account)];
      if (draft === undefined || to === undefined) return undefined;
      const { words } = await currentWords(store.db);
      const shown = Object.fromEntries([...fields.values()].map((field) => [field.path, shownIn(draft.changes, words, field)]));
      const sample = mailSamples(mails, settings.PUBLIC_URL, shown).find(({ path }) => path === page);
      if (sample === undefined) return undefined;
      const mail = { ...sample.mail, limit: 'none', kind: sample.mail.kind } as const;
      const unsubscribe = sample.mail.limit === 'promised' ? `${settings.PUBLIC_URL}/unsubscribe` : undefined;
      return mailer.send(mail, sample.props, { to, words: shown, unsubscribe }, context);
    },
  });

/** Only for enqueuing: the job that runs is in the list of jobs (compose/job-list.ts). */
export const tryMail = createTryMail({ mails: [], fields: new Map(), addressOf: async () => undefined });
