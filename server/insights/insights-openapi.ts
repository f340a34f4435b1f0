import { toJsonSchema } from '@valibot/to-json-schema';
import { paperSchema } from '../../contract/paper.ts';
import { analyticsSchema, dataPaths, portfolioDetailSchema, type PortfolioGroup } from '../../contract/portfolio.ts';
import { problemResponse, type ApiPart } from '../http/openapi-document.ts';

export const insightsApi: ApiPart = () => ({
  securitySchemes: { dataToken: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: 'The token of the data login.' } },
  schemas: {
    DataLogin: {
      type: 'object',
      required: ['email', 'password'],
      properties: { email: { type: 'string' }, password: { type: 'string' } },
    },
    DataToken: {
      type: 'object',
      required: ['msg'],
      properties: { msg: { type: 'object', required: ['TOKEN'], properties: { TOKEN: { type: 'string' } } } },
    },
    PortfolioDetail: { ...jsonSchema(portfolioDetailSchema), title: 'A portfolio with its figures as of a date; returns are percent' },
    PortfolioAnalytics: jsonSchema(analyticsSchema),
    Paper: jsonSchema(paperSchema),
  },
  paths: {
    [dataPaths.login]: {
      post: {
        operationId: 'data_login',
        summary: 'A token for the data calls, good for one hour',
        description: 'The account is a shared one and public. Its token reads portfolios and nothing else.',
        requestBody: { required: true, content: content('DataLogin') },
        responses: {
          200: { description: 'The token.', content: content('DataToken') },
          400: problemResponse('The body is not as wanted.'),
          401: problemResponse('Not the credentials of the account.'),
          429: problemResponse('Too many requests; Retry-After says when.'),
        },
      },
    },
    [dataPaths.papers]: {
      get: {
        operationId: 'list_papers',
        summary: 'The research papers, the one that is shown large first',
        responses: {
          200: ok({ type: 'array', items: { $ref: '#/components/schemas/Paper' } }),
          304: refusals[304],
          429: refusals[429],
          503: refusals[503],
        },
      },
    },
    ...groupPaths('website'),
    ...groupPaths('cognitive'),
  },
});

function groupPaths(group: PortfolioGroup): Record<string, object> {
  const detail = { $ref: '#/components/schemas/PortfolioDetail' };
  const item = { anyOf: [detail, { type: 'object', required: ['id'], properties: { id: { type: 'string' } } }] };
  const withAnalytics = {
    allOf: [detail, { type: 'object', properties: { analytics: { $ref: '#/components/schemas/PortfolioAnalytics' } } }],
  };
  return {
    [dataPaths.portfolios(group)]: {
      get: {
        operationId: `list_${group}_portfolios`,
        summary: `The ${group} portfolios: their ids, or with a date all of their figures`,
        security,
        parameters: [date('With it each one that had begun by then is answered with its figures, the highest net return first.')],
        responses: { 200: ok({ type: 'array', items: item }), ...refusals },
      },
    },
    [dataPaths.portfolio(group, '{id}')]: {
      get: {
        operationId: `read_${group}_portfolio`,
        summary: `A ${group} portfolio with its figures as of a date`,
        security,
        parameters: [
          { name: 'id', in: 'path', required: true, schema: { type: 'string' } },
          date('The last day of the record where none is given. Nothing after the date has a part in any figure.'),
          {
            name: 'analytics',
            in: 'query',
            description: '1 adds risk, relative figures, yearly and monthly returns and the lines of the charts.',
            schema: { enum: ['0', '1'] },
          },
          {
            name: 'known',
            in: 'query',
            description: 'A day or time (UTC): figures from the version of the record that was the latest then.',
            schema: { type: 'string' },
          },
        ],
        responses: { 200: ok(withAnalytics), ...refusals, 404: problemResponse('No such portfolio, or its record begins after the date.') },
      },
    },
  };
}

const security = [{ dataToken: [] }];

const refusals = {
  304: { description: 'The client has it: If-None-Match named its tag.' },
  400: problemResponse('The date is no day, or in the future.'),
  401: problemResponse('The token is missing, forged or over.'),
  429: problemResponse('Too many requests; Retry-After says when.'),
  503: problemResponse('The store does not answer.'),
};

function date(description: string): object {
  return { name: 'date', in: 'query', description, schema: { type: 'string', format: 'date' } };
}

function ok(schema: object): object {
  return {
    description: 'Found.',
    headers: { ETag: { schema: { type: 'string' } } },
    content: { 'application/json': { schema } },
  };
}

function content(schema: string): object {
  return { 'application/json': { schema: { $ref: `#/components/schemas/${schema}` } } };
}

function jsonSchema(schema: Parameters<typeof toJsonSchema>[0]): object {
  const { $schema: _, ...rest } = toJsonSchema(schema, { target: 'draft-2020-12' });
  return rest;
}
