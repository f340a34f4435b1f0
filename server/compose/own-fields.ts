import type { ContentField } from '../../contract/content-fields.ts';
import { contentFieldsOf } from '../../contract/content-fields.ts';
import { shippedFormParts } from '../../contract/forms/form-parts.ts';
import { campaignQuestionNames } from '../../contract/campaign-page.ts';
import { sourceWords } from '../../contract/desk/source-words.ts';
import { contactForms } from '../../contract/forms/contact.ts';
import { sharedTexts } from '../mail/mail.ts';
import { leadJobs } from './lead-jobs.ts';
import { visitorMails } from './visitor-mails.ts';
import { builtFields } from '../content/shown-words.ts';
import { settingFields } from '../settings/company-settings.ts';

/**
 * Every field that staff may change, by path: the site's, and those of settings, mails and forms.
 * @param env the environment that the server was started with
 * @param folder `dist`
 */
export function everyField(env: Readonly<Record<string, string | undefined>>, folder: string): () => ReadonlyMap<string, ContentField> {
  const built = builtFields(folder);
  const own = ownFields(env);
  let all: ReadonlyMap<string, ContentField> | undefined;
  return () => (all ??= new Map([...built(), ...own.map((field) => [field.path, field] as const)]));
}

export function ownFields(env: Readonly<Record<string, string | undefined>>): ContentField[] {
  return [...settingFields(env), ...mailFields(), ...formFields()];
}

/** The words of forms. Pages show most of them; mails and the desk show the others. */
function formFields(): ContentField[] {
  const fields = Object.entries(shippedFormParts).flatMap(([part, shipped]) => contentFieldsOf(part, shipped));
  const labels = new Map(fields.map(({ path, shipped }) => [path, shipped]));
  return fields.map((field) => {
    const [, type, name = ''] = /^contactForm\.questions\.(\w+)\.(\w+)$/.exec(field.path) ?? [];
    if (type !== undefined) return { ...field, title: `“${sourceWords('form', type)}” asks: ${questionName(name)}` };
    const [, question, what = '', at] = /^(\w+\.fields\.\w+)\.([a-z]+)(?:\.(\d+))?$/.exec(field.path) ?? [];
    const title = `${String(labels.get(`${question}.label`)).slice(0, 60)}: ${questionWords[what]}${at === undefined ? '' : ` ${Number(at) + 1}`}`;
    return question === undefined ? field : { ...field, title };
  });
}

function questionName(field: string): string {
  const names: Readonly<Record<string, string>> = campaignQuestionNames;
  return names[field] ?? contactForms.default.catalogue[field]?.label ?? field;
}

/** What people call the words of a question. */
const questionWords: Readonly<Record<string, string>> = {
  label: 'label',
  hint: 'hint',
  mend: 'how to correct it',
  placeholder: 'words before a choice is made',
  options: 'choice',
};

/** The texts of all mails to visitors. */
export function mailFields(): ContentField[] {
  const own = visitorMails(leadJobs).flatMap(({ kind, texts }) => contentFieldsOf(`mails.${kind}`, texts));
  return [...contentFieldsOf('mails.all', sharedTexts), ...own];
}
