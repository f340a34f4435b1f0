import { ASKED_VERSION } from '../../contract/forms/form-parts.ts';
import type { Wording } from './asked-words.ts';
import type { LeadContext } from './lead-context.ts';

/**
 * The words of the page that sent a form, which its body names, and those of now. Words that are not known are those that ship.
 * @param named the version in which the words of questions last changed, as the page knew it
 */
export async function wordingOf({ store, settings, formWords }: LeadContext, named: unknown): Promise<Wording> {
  const now = settings.words;
  const number = Math.trunc(Number(named ?? 0)) || 0;
  if (number === (now[ASKED_VERSION] ?? 0)) return { asked: now, now };
  return { asked: number > 0 && number < 2 ** 31 ? await formWords(store.db, number) : {}, now };
}
