import { parametersOf } from '../../contract/calls/desk/call-request.ts';
import { namedSchemas, publicCalls } from '../../contract/calls/public/public-call-list.ts';
import { signatures, type PublicBody, type PublicCall } from '../../contract/calls/public/public-call.ts';
import { jsonSchema, namedJsonSchemas, parametersFrom, pathsOf, problemResponse, type ObjectSchema } from './openapi-document.ts';
import { present } from '../../contract/checked.ts';
import { isRequired, wireSchema, type Form, type Use } from '../../contract/forms/form.ts';
import { eventSchema, events, eventTypes, type EventType } from '../../contract/events.ts';

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

function ofBody({ types, maxBytes }: PublicBody): Array<readonly [status: number, text: string]> {
  return [
    [400, 'The body cannot be read.'],
    [413, maxBytes === undefined ? 'The body is too large.' : `The body is over ${maxBytes} bytes.`],
    [415, `The content type is not ${types.join(' or ')}.`],
  ];
}

function sentence(text: string): string {
  return `${text.replace(/\.$/, '').replaceAll(/\{\w+\}/g, '…')}.`;
}

/** JSON Schema of a form's body: its fields with labels and messages, and the fields sent along with them. */
function formSchema({ form, types }: PublicBody & { form: Form }): object {
  const { properties = {}, required = [], ...schema } = fieldSchema(form);
  if (types[0] === 'application/json') return { allOf: [{ $ref: '#/components/schemas/Envelope' }, { ...schema, properties, required }] };
  const { file } = form;
  const content = file && {
    [file.name]: {
      type: 'string',
      contentMediaType: 'application/pdf',
      title: file.label,
      description: `${file.hint} ${Object.values(file.messages).join('; ')}.`,
    },
  };
  const all = { properties: { ...properties, ...content, ...envelope }, required: [...required, ...(file ? [file.name] : [])] };
  return { ...schema, ...('title' in form && { title: form.title }), ...all };
}

/** All fields of a multipart body are texts. */
const envelope = {
  attribution: { type: 'string', description: 'Where the visitor came from, as JSON: the `attribution` of Envelope.' },
  website: { type: 'string', description: 'A field that no person sees: whoever fills it is taken for a program.' },
  elapsed: { type: 'string', description: 'Milliseconds that the form was open.' },
};

function fieldSchema(form: Form): ObjectSchema {
  const schema: ObjectSchema = jsonSchema(wireSchema(form));
  const labelled = form.fields.flatMap((use) => {
    const { within, label, missing } = present(form.catalogue[use.field]);
    const of = { title: label, description: `${missing}.${requirement(form, use)}` };
    return within === undefined ? [[use.field, { ...schema.properties?.[use.field], ...of }] as const] : [];
  });
  return { ...schema, properties: Object.fromEntries(labelled) };
}

function requirement({ catalogue }: Form, use: Use): string {
  if (typeof use.required !== 'function') return '';
  const roles = (catalogue.role?.options ?? []).map(({ value }) => value);
  return ` Required unless: role is ${roles.filter((role) => !isRequired(use, { role })).join(', ')}.`;
}

/** Schemas of the events that are sent to webhooks. docs/deliveries.md says how a receiver verifies them. */
const eventSchemas = Object.fromEntries(eventTypes.map((type) => [schemaName(type), { title: type, ...jsonSchema(eventSchema(type)) }]));

export const webhooks = Object.fromEntries(eventTypes.map((type) => [type, { post: webhook(type) }]));

function webhook(type: EventType): object {
  return {
    operationId: `receive_${schemaName(type)}`,
    summary: events[type].about,
    description:
      'Signed as Standard Webhooks has it (standardwebhooks.com). The same event may come more than once, always with the same webhook-id. What concerns one request comes in the order in which it happened.',
    parameters: headers(),
    requestBody: { required: true, content: { 'application/json': { schema: { $ref: `#/components/schemas/${schemaName(type)}` } } } },
    responses: {
      '2XX': { description: 'Taken. The body of the answer is read by nobody.' },
      410: { description: 'Send nothing more: the endpoint is switched off.' },
      default: { description: 'Not taken, a redirect included: it comes again, over three days, or when Retry-After says.' },
    },
  };
}

function headers(): object[] {
  return [
    header('webhook-id', 'Of the event: the same on each attempt and whenever it is sent again.', { type: 'string', pattern: '^msg_' }),
    header('webhook-timestamp', 'Of this attempt, in seconds since 1970.', { type: 'string', pattern: '^[0-9]+$' }),
    header('webhook-signature', 'v1, and the signature in Base64; several, separated by spaces, while a secret is replaced.', {
      type: 'string',
    }),
  ];
}

function header(name: string, description: string, schema: object): object {
  return { name, in: 'header', required: true, description, schema };
}

/** Some generators allow no dots in component names. */
function schemaName(type: EventType): string {
  return `event_${type.replace('.', '_')}`;
}
