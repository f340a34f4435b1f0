import type { Attribution } from '../../contract/api.ts';
import type { Answers } from '../../contract/forms/form.ts';
import type { Post } from './post.ts';
import { isDefinitive, readOutcome, type Outcome } from './send.ts';

type Around = { attribution: Attribution; website: string; elapsed: number };

/** One submission of a form that travels as multipart. */
export type Submission = {
  answers: Answers;
  file?: { name: string; content: File } | undefined;
  around: Around;
  /** Told which share of the body has left, from 0 to 1. */
  onProgress?: ((share: number) => void) | undefined;
};

export type SendForm = (submission: Submission) => Promise<Outcome>;

type SenderParts = { url: string; post: Post; newKey: () => string; now: () => number };

/**
 * Sends forms as multipart. Until it is known what became of a set of answers with its file, sending the same again goes under the
 * same Idempotency-Key, so that it is stored once however often it is tried.
 */
export function createFormSender({ url, post, newKey, now }: SenderParts): SendForm {
  let open: { answers: string; content: File | undefined; key: string } | undefined;
  return async ({ answers, file, around, onProgress }) => {
    const text = JSON.stringify(answers);
    if (open?.answers !== text || open.content !== file?.content) open = { answers: text, content: file?.content, key: newKey() };
    const headers = { accept: 'application/json', 'idempotency-key': open.key };
    try {
      const response = await post({ url, headers, body: bodyOf({ answers, file, around }), onProgress });
      if (isDefinitive(response.status)) open = undefined;
      return await readOutcome(response, now());
    } catch {
      return { kind: 'failed', failure: { cause: 'connection' } };
    }
  };
}

/** The file comes last: whatever is wrong with the rest is known by then. */
function bodyOf({ answers, file, around }: Pick<Submission, 'answers' | 'file' | 'around'>): FormData {
  const body = new FormData();
  for (const [name, value] of Object.entries(answers)) body.append(name, value);
  body.append('attribution', JSON.stringify(around.attribution));
  body.append('website', around.website);
  body.append('elapsed', String(around.elapsed));
  if (file) body.append(file.name, file.content, file.content.name);
  return body;
}
