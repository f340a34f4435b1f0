import { apiPaths } from '../../contract/api.ts';
import { careerForm } from '../../contract/forms/career.ts';
import { idempotencyKey, multipartSchema, receivedResponse } from '../http/openapi-forms.ts';
import { problemResponse, type ApiPart } from '../http/openapi-document.ts';

export const recruitingApi: ApiPart = () => ({
  schemas: { [careerForm.type]: multipartSchema(careerForm) },
  paths: {
    [apiPaths.applications]: {
      post: {
        operationId: 'send_application',
        summary: 'An application with a CV',
        parameters: [idempotencyKey],
        requestBody: {
          required: true,
          content: { 'multipart/form-data': { schema: { $ref: `#/components/schemas/${careerForm.type}` } } },
        },
        responses: {
          201: receivedResponse,
          400: problemResponse('The body is no multipart data, or the key cannot be used.'),
          413: problemResponse('The CV, or the body, is too large; `errors` names the fields.'),
          415: problemResponse('The content type is not multipart/form-data.'),
          422: problemResponse("`errors` names each field by the visitor's message; or the key was used for another request."),
          429: problemResponse('Too many requests; Retry-After says when.'),
          503: problemResponse('The store does not answer; nothing was stored.'),
        },
      },
    },
  },
});
