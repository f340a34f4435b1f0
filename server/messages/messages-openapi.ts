import { apiPaths } from '../../contract/api.ts';
import { contactPageForm } from '../../contract/forms/contact-page.ts';
import { idempotencyKey, multipartSchema, receivedResponse } from '../http/openapi-forms.ts';
import { problemResponse, type ApiPart } from '../http/openapi-document.ts';

const schema = { $ref: `#/components/schemas/${contactPageForm.type}` };

export const messagesApi: ApiPart = () => ({
  schemas: { [contactPageForm.type]: multipartSchema(contactPageForm) },
  paths: {
    [apiPaths.contacts]: {
      post: {
        operationId: 'send_message',
        summary: 'A message from the contact page',
        description: 'A browser that asks for text/html is answered with a page.',
        parameters: [idempotencyKey],
        requestBody: {
          required: true,
          content: { 'multipart/form-data': { schema }, 'application/x-www-form-urlencoded': { schema }, 'application/json': { schema } },
        },
        responses: {
          201: receivedResponse,
          303: { description: 'Stored; the page that says thank you.' },
          400: problemResponse('The body cannot be read, or the key cannot be used.'),
          413: problemResponse('The body is too large.'),
          415: problemResponse('The content type is none of these.'),
          422: problemResponse("`errors` names each field by the visitor's message; or the key was used for another request."),
          429: problemResponse('Too many requests; Retry-After says when.'),
          503: problemResponse('The store does not answer; nothing was stored.'),
        },
      },
    },
  },
});
