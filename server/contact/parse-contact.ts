import { callerFor } from '../../contract/callers.ts';
import { contactForms } from '../../contract/forms/contact.ts';
import { parseSubmission, type ParsedSubmission, type Submission } from '../leads/parse-submission.ts';

export function parseContact(
  { product, caller }: { product: string; caller: string },
  submission: Submission,
  minFillMs: number,
): ParsedSubmission {
  const { form } = callerFor(caller);
  const fingerprint = () => [product, caller, JSON.stringify(submission.body)];
  const target = { form: contactForms[form], kind: 'contact', product, caller, fingerprint } as const;
  return parseSubmission(target, submission, minFillMs);
}
