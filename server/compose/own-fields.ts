import { fileURLToPath } from 'node:url';
import type { ContentField } from '../../contract/content-fields.ts';
import { contentFieldsOf } from '../../contract/content-fields.ts';
import { sharedTexts } from '../mail/mail.ts';
import { leadJobs } from './lead-jobs.ts';
import { visitorMails } from './visitor-mails.ts';
import { builtFields } from '../content/shown-words.ts';
import { settingFields } from '../settings/company-settings.ts';

const dist = fileURLToPath(new URL('..', import.meta.url));

/** Every field that staff may change, by path: the site's, and those that code outside of it shows. @param env what the server was started with */
export function everyField(env: Readonly<Record<string, string | undefined>>, folder = dist): () => ReadonlyMap<string, ContentField> {
  const built = builtFields(folder);
  const own = ownFields(env);
  let all: ReadonlyMap<string, ContentField> | undefined;
  return () => (all ??= new Map([...built(), ...own.map((field) => [field.path, field] as const)]));
}

export function ownFields(env: Readonly<Record<string, string | undefined>>): ContentField[] {
  return [...settingFields(env), ...mailFields()];
}

/** The texts of all mails to visitors. */
export function mailFields(): ContentField[] {
  const own = visitorMails(leadJobs).flatMap(({ kind, texts }) => contentFieldsOf(`mails.${kind}`, texts));
  return [...contentFieldsOf('mails.all', sharedTexts), ...own];
}
