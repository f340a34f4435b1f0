import { apiPaths } from '../../contract/api.ts';
import { reportForm } from '../../contract/forms/report.ts';
import { eitherDate } from '../../contract/figures/format.ts';
import { reportPath, reports } from '../../contract/report-files.ts';
import { idempotencyKey, multipartSchema, receivedResponse } from '../http/openapi-forms.ts';
import { problemResponse, type ApiPart } from '../http/openapi-document.ts';

const schema = { $ref: `#/components/schemas/${reportForm.type}` };

export const reportsApi: ApiPart = (products) => ({
  schemas: { [reportForm.type]: multipartSchema(reportForm) },
  paths: {
    [apiPaths.reports('{product}')]: {
      parameters: [{ name: 'product', in: 'path', required: true, schema: { enum: products } }],
      post: {
        operationId: 'request_report',
        summary: reportForm.title,
        description: 'A browser that asks for text/html is answered with a page.',
        parameters: [idempotencyKey],
        requestBody: {
          required: true,
          content: { 'multipart/form-data': { schema }, 'application/x-www-form-urlencoded': { schema } },
        },
        responses: {
          201: receivedResponse,
          303: { description: 'Stored; the page that says thank you.' },
          400: problemResponse('The body cannot be read, or the key cannot be used.'),
          404: problemResponse('No such product.'),
          413: problemResponse('The body is too large.'),
          415: problemResponse('The content type is none of these.'),
          422: problemResponse("`errors` names each field by the visitor's message; or the key was used for another request."),
          429: problemResponse('Too many requests; Retry-After says when.'),
          503: problemResponse('The store does not answer; nothing was stored.'),
        },
      },
    },
    [reportPath('pro')]: {
      get: {
        operationId: 'read_report',
        summary: `${reports.pro.title} ${reports.pro.quarter}`,
        description: `Made from the track records, with the figures that the calls for portfolios answer for ${eitherDate(Object.values(reports.pro.dates))}.`,
        responses: {
          200: { description: 'The report.', content: { 'application/pdf': {} } },
          304: { description: 'The client has it: If-None-Match named its tag.' },
          404: problemResponse('There is no portfolio to report on.'),
          429: problemResponse('Too many requests; Retry-After says when.'),
          503: problemResponse('The store does not answer.'),
        },
      },
    },
  },
});
