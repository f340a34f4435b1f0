import { envelopeSchema } from '../../contract/api.ts';
import { callers } from '../../contract/callers.ts';
import { contactForms } from '../../contract/forms/contact.ts';
import { isRequired, type Form, type Use } from '../../contract/forms/form.ts';
import { formSchema, idempotencyKey, jsonSchema, receivedResponse } from '../http/openapi-forms.ts';
import { problemResponse, type ApiPart } from '../http/openapi-document.ts';

export const contactApi: ApiPart = (products) => {
  const schemas: Record<string, object> = {
    Envelope: jsonSchema(envelopeSchema),
    Received: {
      type: 'object',
      required: ['status', 'id'],
      properties: {
        status: { const: 'received' },
        id: { type: 'string', format: 'uuid' },
        proof: { $ref: '#/components/schemas/ProofWanted' },
      },
    },
  };
  for (const form of Object.values(contactForms)) schemas[form.type] = withEnvelope(form);

  const paths: Record<string, object> = {
    '/{product}/forms/{caller}': operation({
      schema: 'default',
      id: 'forms',
      summary: 'A form opened anywhere else',
      products,
      anyCaller: true,
    }),
  };
  for (const [id, caller] of callers) {
    paths[`/{product}/forms/${id}`] = operation({ schema: caller.form, id, summary: caller.words().title, products });
  }
  return { paths, schemas };
};

function withEnvelope(form: Form): object {
  const note = (use: Use) => (typeof use.required === 'function' ? ` Required unless: ${requirement(form, use.field)}.` : '');
  return { allOf: [{ $ref: '#/components/schemas/Envelope' }, formSchema(form, note)] };
}

function requirement(form: Form, name: string): string {
  const use = form.fields.find((one) => one.field === name)!;
  const roles = form.catalogue.role?.options ?? [];
  return `role is ${roles
    .map((role) => role.value)
    .filter((role) => !isRequired(use, { role }))
    .join(', ')}`;
}

type Operation = { schema: string; id: string; summary: string; products: readonly string[]; anyCaller?: boolean };

function operation({ schema, id, summary, products, anyCaller = false }: Operation): object {
  const product = { name: 'product', in: 'path', required: true, schema: { enum: products } };
  const caller = {
    name: 'caller',
    in: 'path',
    required: true,
    description: 'Where the form was opened. `paper_<id>` takes the insights_cu form; an unknown one is accepted.',
    schema: { type: 'string', pattern: '^[A-Za-z0-9_-]{1,64}$' },
  };
  return {
    parameters: anyCaller ? [product, caller] : [product],
    post: {
      operationId: `send_${id}`,
      summary,
      parameters: [idempotencyKey],
      requestBody: {
        required: true,
        content: { 'application/json': { schema: { $ref: `#/components/schemas/${schema}` } } },
      },
      responses: {
        201: receivedResponse,
        400: problemResponse('The body is no JSON object, or the key cannot be used.'),
        404: problemResponse('No such product, or the caller is malformed.'),
        413: problemResponse('The body is too large.'),
        415: problemResponse('The content type is not application/json.'),
        422: problemResponse("`errors` names each field by the visitor's message; or the key was used for another request."),
        429: problemResponse('Too many requests; Retry-After says when.'),
        503: problemResponse('The store does not answer; nothing was stored.'),
      },
    },
  };
}
