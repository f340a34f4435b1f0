import { problemResponse, type ApiPart } from '../http/openapi-document.ts';
import { BOUNCE_HOOK } from './routes.ts';

export const bouncesApi: ApiPart = () => ({
  schemas: {},
  securitySchemes: {
    bounceSecret: {
      type: 'http',
      scheme: 'basic',
      description: 'Any name; the password is BOUNCE_SECRET. As a bearer token it is taken, too.',
    },
  },
  paths: {
    [BOUNCE_HOOK]: {
      post: {
        operationId: 'report_bounces',
        summary: 'A mail provider reports bounces and complaints',
        description:
          'As Postmark sends them, or Amazon SES by way of SNS, whose signature is checked. A report that comes again changes nothing. Not there without BOUNCE_SECRET.',
        security: [{ bounceSecret: [] }],
        requestBody: {
          required: true,
          content: { 'application/json': { schema: { type: 'object' } }, 'text/plain': { schema: { type: 'string' } } },
        },
        responses: {
          200: { description: 'Written into the histories of the requests, as far as there are any.' },
          401: problemResponse('The password is another one.'),
          403: problemResponse('The signature is not Amazon’s.'),
          413: problemResponse('The body is too large.'),
          422: problemResponse('This is no report of either.'),
          429: problemResponse('Too many requests; Retry-After says when.'),
          503: problemResponse('The store, or Amazon’s certificate, cannot be had just now; nothing was written.'),
        },
      },
    },
  },
});
