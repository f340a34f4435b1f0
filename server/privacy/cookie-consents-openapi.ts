import { CONSENTS_PATH } from '../../contract/cookie-consent.ts';
import { cookieCategories } from '../../contract/cookie-words.ts';
import { problemResponse, type ApiPart } from '../http/openapi-document.ts';

const schema = { $ref: '#/components/schemas/cookie_choice' };

export const cookieConsentsApi: ApiPart = () => ({
  schemas: {
    cookie_choice: {
      type: 'object',
      required: ['consentId', 'categories', 'revision', 'page'],
      properties: {
        consentId: { type: 'string', format: 'uuid', description: 'Random, made by the browser for this choice alone' },
        categories: { type: 'array', maxItems: 10, items: { type: 'string', enum: cookieCategories.map(({ key }) => key) } },
        revision: { type: 'integer', minimum: 0, maximum: 9999, description: 'Of what was asked' },
        page: { type: 'string', description: 'Path of the page it was made on' },
        banner: { type: 'boolean', description: 'Made at the banner, and not in the settings' },
      },
    },
  },
  paths: {
    [CONSENTS_PATH]: {
      post: {
        operationId: 'record_cookie_choice',
        summary: 'A choice of cookies that agrees to something, or withdraws it',
        description:
          'Sent by the page once a visitor chose, never before; at most 2 KB. A choice that refuses everything leaves no record, unless it withdraws one. Not there where CONSENT_ID names a provider.',
        requestBody: { required: true, content: { 'application/json': { schema }, 'text/plain': { schema } } },
        responses: {
          204: { description: 'Recorded, as far as there was something to record.' },
          400: problemResponse('The body cannot be read.'),
          413: problemResponse('The body is too large.'),
          415: problemResponse('The content type is neither.'),
          422: problemResponse('This is no choice of cookies.'),
          429: problemResponse('Too many requests; Retry-After says when.'),
          503: problemResponse('The store does not answer; nothing was stored.'),
        },
      },
    },
  },
});
