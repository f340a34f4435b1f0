import * as v from 'valibot';
import { apiPaths, receivedSchema } from '../../api.ts';
import { CALLER_PATTERN, callers, dialogWords } from '../../callers.ts';
import { careerForm } from '../../forms/career.ts';
import { contactPageForm } from '../../forms/contact-page.ts';
import { contactForms } from '../../forms/contact.ts';
import { reportForm } from '../../forms/report.ts';
import { OPENED_PATH } from '../../opened-form.ts';
import { pageOriginSchema } from './page-origin.ts';
import { PROOF_PATH } from '../../proof.ts';
import { definePublicCall, type PublicCall } from './public-call.ts';

const JSON_BODY = 'application/json';
const MULTIPART = 'multipart/form-data';
const URLENCODED = 'application/x-www-form-urlencoded';

const product = v.pipe(v.string(), v.description('As PRODUCTS has them'));

const form = {
  method: 'POST',
  answers: { 201: { about: 'Stored, with everything that follows from it.', schema: receivedSchema } },
  refusals: {},
  statuses: {
    400: 'The body cannot be read, or the key cannot be used.',
    422: "`errors` names each field by the visitor's message; or the key was used for another request.",
  },
} as const;

const ofProduct = { product: { status: 404, detail: 'There is no such product.' } };

const page = {
  ...form,
  notes: 'A browser that asks for text/html is answered with a page.',
  answers: { ...form.answers, 303: { about: 'Stored; the page that says thank you.' } },
} as const;

/** JSON only, which a form on another site cannot send. */
export const sendFormCall = definePublicCall({
  ...form,
  name: 'send_forms',
  path: apiPaths.form(':product', ':caller') as `/${string}`,
  about: 'A form opened anywhere else',
  notes: 'Answers are checked by the form as it ships, or as staff had changed it in the version that `wording` names.',
  rate: { name: 'forms', points: 60, seconds: 60, hour: 600, day: 2000 },
  address: v.object({
    product,
    caller: v.pipe(
      v.string(),
      v.regex(CALLER_PATTERN),
      v.description('Where the form was opened. `paper_<id>` takes the insights_cu form; an unknown one is accepted.'),
    ),
  }),
  body: { types: [JSON_BODY], form: contactForms.default },
  refusals: { ...ofProduct, caller: { status: 404, detail: 'There is no such form.' } },
});

/** One call per declared caller, for the document. */
const callerForms = [...callers].map(([id, caller]): PublicCall => ({
  ...sendFormCall,
  name: `send_${id}`,
  path: apiPaths.form(':product', id) as `/${string}`,
  about: dialogWords(caller).title,
  address: v.object({ product }),
  body: { types: [JSON_BODY], form: contactForms[caller.form] },
}));

export const sendMessage = definePublicCall({
  ...page,
  name: 'send_message',
  path: apiPaths.contacts,
  about: 'A message from the contact page',
  rate: { name: 'contacts', points: 30, seconds: 60, hour: 300, day: 1000 },
  body: { types: [MULTIPART, URLENCODED, JSON_BODY], form: contactPageForm },
});

export const requestReport = definePublicCall({
  ...page,
  name: 'request_report',
  path: apiPaths.reports(':product') as `/${string}`,
  about: reportForm.title,
  rate: { name: 'reports', points: 30, seconds: 60, hour: 300, day: 1000 },
  address: v.object({ product }),
  body: { types: [MULTIPART, URLENCODED], form: reportForm },
  refusals: ofProduct,
});

export const sendApplicationCall = definePublicCall({
  ...page,
  name: 'send_application',
  path: apiPaths.applications,
  about: 'An application with a CV',
  rate: { name: 'applications', points: 20, seconds: 60, hour: 100, day: 300 },
  body: { types: [MULTIPART], form: careerForm },
  statuses: { ...form.statuses, 413: 'The CV, or the body, is too large; `errors` names the fields.' },
});

export const sendProof = definePublicCall({
  name: 'send_proof',
  method: 'POST',
  path: PROOF_PATH,
  about: 'A proof of work for a form that was sent',
  notes: 'Sent by the page itself, an hour after the form at the latest. It counts once. Nothing of the visitor is stored.',
  rate: { name: 'proofs', points: 60, seconds: 60, hour: 600, day: 2000 },
  body: {
    types: [JSON_BODY],
    maxBytes: 1024,
    schema: v.object({
      challenge: v.pipe(v.string(), v.maxLength(200)),
      answer: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(2 ** 32)),
    }),
  },
  answers: { 204: { about: 'Counted.' } },
  refusals: {
    unfit: { status: 422, title: 'This is no answer to a challenge' },
    unknown: { status: 422, title: 'This is no challenge of ours' },
    wrong: { status: 422, title: 'This is no proof' },
    expired: { status: 410, title: 'The challenge has expired' },
    counted: { status: 409, title: 'A proof of this request was counted before' },
  },
});

const opener = v.pipe(v.string(), v.regex(CALLER_PATTERN), v.description('What the form was opened by'));

export const countOpenedForm = definePublicCall({
  name: 'count_opened_form',
  method: 'POST',
  path: OPENED_PATH,
  about: 'A form was opened',
  notes:
    'Sent by the page, once for a visit to it and a form. A number goes up: nothing of the visitor is stored. A text alone names what the form was opened by.',
  rate: { name: 'opened forms', points: 30, seconds: 60, hour: 300, day: 1000 },
  body: {
    types: ['text/plain'],
    maxBytes: 2048,
    schema: v.union([opener, v.object({ caller: opener, ...pageOriginSchema.entries })]),
  },
  answers: { 204: { about: 'Counted.' } },
  refusals: { unfit: { status: 422, title: 'This is no name of what opens a form' } },
});

export const formCalls = [sendFormCall, ...callerForms, sendMessage, requestReport, sendApplicationCall, sendProof, countOpenedForm];
