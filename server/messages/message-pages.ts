import type { FastifyReply } from 'fastify';
import { CONTACT_PAGE_ALERT, contactPageForm, contactPageMarks, contactPageMessages } from '../../contract/forms/contact-page.ts';
import { cleanText, type FieldErrors } from '../../contract/forms/form.ts';
import { contactPagePaths } from '../../contract/pages.ts';
import { sendPrivatePage, type Site } from '../http/site.ts';

/** The page that says thank you. It is led to, so that reloading it sends nothing again. */
export function thank(reply: FastifyReply): FastifyReply {
  return reply.header('cache-control', 'no-store').redirect(contactPagePaths.sent, 303);
}

export function showAgain(
  site: Site,
  reply: FastifyReply,
  shown: { status: number; body: Readonly<Record<string, unknown>>; errors: FieldErrors },
): FastifyReply {
  const page = site.pages.get(contactPagePaths.refused)!;
  const values: Record<string, string> = {
    [CONTACT_PAGE_ALERT]: shown.status === 422 ? contactPageMessages.invalid : contactPageMessages.failure,
  };
  for (const { field: name } of contactPageForm.fields) {
    const marks = contactPageMarks(name);
    const typed = shown.body[name];
    const error = shown.errors[name];
    values[marks.value] = typeof typed === 'string' ? cleanText(typed.slice(0, KEPT), true) : '';
    values[marks.error] = error ?? '';
    values[marks.invalid] = String(error !== undefined);
  }
  return sendPrivatePage(reply, page, shown.status, values);
}

/** Characters of what was typed that are shown again: more than any field may have. */
const KEPT = 4000;

export function hasPages({ pages }: Site): boolean {
  return pages.has(contactPagePaths.refused) && pages.has(contactPagePaths.sent);
}
