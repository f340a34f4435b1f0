import { CALLER_PATTERN } from '../../../contract/callers.ts';
import { OPENED_PATH } from '../../../contract/opened-form.ts';
import { problemResponse, type ApiPart } from '../../http/openapi-document.ts';

export const openedFormsApi: ApiPart = () => ({
  schemas: {},
  paths: {
    [OPENED_PATH]: {
      post: {
        operationId: 'count_opened_form',
        summary: 'A form was opened',
        description: 'Sent by the page, once for a visit to it and a form. A number goes up: nothing of the visitor is stored.',
        requestBody: {
          required: true,
          content: {
            'text/plain': { schema: { type: 'string', pattern: CALLER_PATTERN.source, description: 'What the form was opened by' } },
          },
        },
        responses: {
          204: { description: 'Counted.' },
          413: problemResponse('The body is too large.'),
          415: problemResponse('The content type is another.'),
          422: problemResponse('This is no name of what opens a form.'),
          429: problemResponse('Too many requests; Retry-After says when.'),
          503: problemResponse('The store does not answer; nothing was stored.'),
        },
      },
    },
  },
});
