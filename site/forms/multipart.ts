import { WORDING } from '../../contract/api.ts';
import type { Answers } from '../../contract/forms/form.ts';
import type { SubmissionContext } from './attempts.ts';
import type { FormSubmission } from './submit-form.ts';

/** The file comes last, so that the server can refuse other fields before it reads the file. */
export function multipartOf(
  answers: Answers,
  { attribution, website, elapsed, wording }: SubmissionContext,
  file: FormSubmission['file'],
): FormData {
  const body = new FormData();
  for (const [name, value] of Object.entries(answers)) body.append(name, value);
  body.append('attribution', JSON.stringify(attribution));
  body.append('website', website);
  body.append('elapsed', String(elapsed));
  if (wording !== undefined) body.append(WORDING, String(wording));
  if (file) body.append(file.name, file.content, file.content.name);
  return body;
}
