import { parametersOf } from '../../contract/calls/desk/call-request.ts';
import type { Call } from '../../contract/calls/desk/call.ts';
import { permissions, type Access } from '../../contract/desk/roles.ts';
import { jsonSchema, namedJsonSchemas, parametersFrom, pathsOf, problemResponse, type ObjectSchema } from '../http/openapi-document.ts';
import { cookieName } from './sign-in/cookies.ts';

/** The desk's declared calls as an OpenAPI document. */
export function deskDocument(deskUrl: string, calls: readonly Call[]): object {
  const session = { type: 'apiKey', in: 'cookie', name: cookieName(deskUrl, 'session') };
  return {
    openapi: '3.1.0',
    info: { title: 'Desk', version: '1', description: 'The calls of the staff’s application. A refusal is a problem document (RFC 9457).' },
    servers: [{ url: deskUrl }],
    paths: pathsOf(calls, operation),
    components: { schemas: namedJsonSchemas(['Problem']), securitySchemes: { session } },
  };
}

function operation(call: Call): object {
  const input = jsonSchema(call.input) as ObjectSchema;
  const inPath = parametersOf(call.path);
  const outsideBody = Object.entries(input.properties ?? {}).filter(([name]) => call.method === 'GET' || inPath.includes(name));
  const rest = Object.fromEntries(Object.entries(input.properties ?? {}).filter(([name]) => !inPath.includes(name)));
  const required = (input.required ?? []).filter((name) => !inPath.includes(name));
  const body = { required: true, content: bodyContent(call, { ...input, properties: rest, required }) };
  return {
    operationId: call.name,
    summary: call.about,
    description: needs(call.access),
    ...(call.access === 'anyone' ? {} : { security: [{ session: [] }] }),
    parameters: parametersFrom({ ...input, properties: Object.fromEntries(outsideBody) }, inPath),
    ...(call.method === 'POST' && { requestBody: body }),
    responses: { 200: answer(call), default: problemResponse('Refused, in plain words.') },
  };
}

function bodyContent({ files }: Call, input: object): object {
  if (files === undefined) return { 'application/json': { schema: input } };
  const parts = Object.entries(files).map(([name, most]) => [
    name,
    { type: 'string', format: 'binary', description: `At most ${most} bytes` },
  ]);
  return {
    'multipart/form-data': {
      schema: { type: 'object', properties: { input, ...(Object.fromEntries(parts) as object) }, required: ['input'] },
    },
  };
}

function answer(call: Call): object {
  if (call.sends === 'file') return { description: 'A file.', content: { 'application/octet-stream': {} } };
  const type = call.sends === 'events' ? 'text/event-stream' : 'application/json';
  return { description: 'What was asked for.', content: { [type]: { schema: jsonSchema(call.output) } } };
}

function needs(access: Access): string {
  if (access === 'anyone') return 'For anyone.';
  return access === 'staff' ? 'For all staff.' : `For ${permissions[access].roles.join(', ')}: ${permissions[access].about}.`;
}
