import { fieldAt, type ContentField, type Words } from '../../contract/content-fields.ts';
import { shownIn, type TextDraft } from './text-drafts.ts';
import { shownValues, type StoredWords } from './words.ts';

/** What the pages show with a draft. */
export function draftWords({ changes }: TextDraft, words: StoredWords, fields: ReadonlyMap<string, ContentField>): Words {
  const shown = { ...shownValues(words, fields) };
  for (const path of Object.keys(changes)) {
    const field = fieldAt(fields, path);
    if (field !== undefined) shown[path] = shownIn(changes, words, field);
  }
  return shown;
}
