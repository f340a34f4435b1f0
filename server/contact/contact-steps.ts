import { callerFor, readAbout, type LeadTopic, type NamedAbout } from '../../contract/callers.ts';
import type { LeadContext } from '../leads/lead-context.ts';
import type { FormSteps } from '../leads/answer-form.ts';
import { parseContact } from './parse-contact.ts';

/** The steps of a contact form: it is validated by its caller's rules, and stored with its topic if that exists. */
export function contactSteps(
  context: LeadContext,
  target: { product: string; caller: string },
  read: FormSteps['read'],
): FormSteps & { parse: FormSteps['parse'] } {
  const { caller } = target;
  const parse: FormSteps['parse'] = async (submission) => {
    const parsed = parseContact(target, submission, context.settings.MIN_FILL_MS);
    const about = parsed.ok ? readAbout(caller, submission.body.about) : undefined;
    return parsed.ok && about ? { ok: true, lead: { ...parsed.lead, about: await withTopicName(context, about) } } : parsed;
  };
  return { form: callerFor(caller).form, read, parse };
}

/** A topic with its name; `undefined` if it does not exist. */
export async function withTopicName({ store, subjects }: LeadContext, about: LeadTopic): Promise<NamedAbout | undefined> {
  const name = await subjects.name(store.db, about);
  return name === undefined ? undefined : { ...about, name };
}
