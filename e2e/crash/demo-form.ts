import { contactForms } from '../../contract/forms/contact.ts';
import { soundAnswers } from '../../contract/forms/sound-answers.testing.ts';
import type { Request } from './client.ts';

/** The address of the lead form of a caller that offers a meeting. */
export const formPath = '/cognitivepro/forms/home_bad';

export function demoRequest(email: string): Record<string, unknown> {
  const answers = {
    name: 'Ada',
    surname: 'Lovelace',
    email,
    phone: '+39 02 1234567',
    role: 'Asset Manager',
    company: 'Analytical Engines',
  };
  return {
    ...soundAnswers(contactForms.bookademo, answers),
    elapsed: 40_000,
    attribution: { page: '/', referrer: 'https://search.example/', utm: { source: 'newsletter' } },
  };
}

const LINK = /\/verify\?token=([A-Za-z0-9_-]{43})/;

export function tokenIn(text: string): string | undefined {
  return LINK.exec(text)?.[1];
}

export function press(token: string): Request {
  return ['POST', '/verify', new URLSearchParams({ token }).toString(), { 'content-type': 'application/x-www-form-urlencoded' }];
}
