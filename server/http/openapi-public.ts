import { parametersOf } from '../../contract/calls/desk/call-request.ts';
import { namedSchemas, publicCalls } from '../../contract/calls/public/public-call-list.ts';
import { signatures, type PublicBody, type PublicCall } from '../../contract/calls/public/public-call.ts';
import { jsonSchema, namedJsonSchemas, parametersFrom, pathsOf, problemResponse, type ObjectSchema } from './openapi-document.ts';
import { formSchema } from './openapi-forms.ts';
import { eventSchemas, webhooks } from './openapi-webhooks.ts';

/** OpenAPI document of the public API, from the declared calls. */
export function publicDocument(publicUrl: string, products: readonly string[]): object {
  const forms = publicCalls.flatMap(({ body }) => (body !== undefined && 'form' in body ? [[body.form.type, formSchema(body)]] : []));
  return {
    openapi: '3.1.0',
    info: {
      title: 'Cognitive PRO',
      version: '1',
      description: 'The calls of the public website. A refusal is a problem document (RFC 9457).',
    },
    servers: [{ url: publicUrl }],
    paths: pathsOf(publicCalls, (call) => operation(call, products)),
    webhooks,
    components: {
      schemas: {
        ...namedJsonSchemas(Object.keys(namedSchemas) as (keyof typeof namedSchemas)[]),
        ...(Object.fromEntries(forms) as object),
        ...eventSchemas,
      },
      securitySchemes: signatures,
    },
  };
}

function operation(call: PublicCall, products: readonly string[]): object {
  const { name, about, notes, signed, path, address, body } = call;
  const { properties, ...addressed }: ObjectSchema = address === undefined ? {} : jsonSchema(address);
  const named = { ...properties, ...(properties?.['product'] && { product: { enum: products } }) };
  return {
    operationId: name,
    summary: about,
    ...(notes && { description: notes }),
    ...(signed && { security: [{ [signed]: [] }] }),
    parameters: [
      ...parametersFrom({ ...addressed, properties: named }, parametersOf(path)),
      ...(body !== undefined && 'form' in body ? [idempotencyKey] : []),
    ],
    ...(body && { requestBody: { required: true, content: contentOf(body) } }),
    responses: { ...problems(call), ...answers(call) },
  };
}

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  description: 'A repeated request with the same key gets the first answer; nothing is stored twice.',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
};

function contentOf(body: PublicBody): object {
  const schema = 'form' in body ? { $ref: `#/components/schemas/${body.form.type}` } : jsonSchema(body.schema);
  return Object.fromEntries(body.types.map((type) => [type, { schema }]));
}

function answers({ answers: declared, tagged }: PublicCall): object {
  const answered = Object.entries(declared).map(([status, { about, schema, type }]) => {
    const json = schema && { 'application/json': { schema: jsonSchema(schema) } };
    const content = type === undefined ? json : { [type]: type === 'text/html' ? { schema: { type: 'string' } } : {} };
    const headers = tagged && { ETag: { schema: { type: 'string' } } };
    return [status, { description: about, ...(headers && { headers }), ...(content && { content }) }] as const;
  });
  const unchanged = { description: 'The client has it: If-None-Match named its tag.' };
  return { ...Object.fromEntries(answered), ...(tagged && { 304: unchanged }) };
}

/** The refusals that a call declares, and those that any call with a body, a rate limit and the store may have. */
function problems({ method, body, refusals, statuses }: PublicCall): object {
  const texts: Array<readonly [status: number, text: string]> = [
    ...(body === undefined ? [] : ofBody(body)),
    ...Object.values(refusals).map(({ status, detail, title = '' }) => [status, sentence(detail ?? title)] as const),
    [429, 'Too many requests; Retry-After says when.'],
    [503, method === 'GET' ? 'The store does not answer.' : 'The store does not answer; nothing was stored.'],
    ...Object.entries(statuses ?? {}).map(([status, text]) => [Number(status), text] as const),
  ];
  const byStatus = Map.groupBy(texts, ([status]) => status);
  const said = [...byStatus].map(([status, all]) => [status, statuses?.[status] ?? all.map(([, text]) => text).join(' ')] as const);
  return Object.fromEntries(said.map(([status, text]) => [status, problemResponse(text)]));
}

function ofBody({ types, most }: PublicBody): Array<readonly [status: number, text: string]> {
  return [
    [400, 'The body cannot be read.'],
    [413, most === undefined ? 'The body is too large.' : `The body is over ${most} bytes.`],
    [415, `The content type is not ${types.join(' or ')}.`],
  ];
}

function sentence(text: string): string {
  return `${text.replace(/\.$/, '').replaceAll(/\{\w+\}/g, '…')}.`;
}
