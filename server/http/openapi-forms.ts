import { toJsonSchema } from '@valibot/to-json-schema';
import { wireSchema, type Form, type FormWords, type Use } from '../../contract/forms/form.ts';

type ObjectSchema = { properties: Record<string, object>; required?: string[] };

/**
 * What a form sends, as JSON Schema with the labels and messages of its declaration.
 * @param note what else is to be said of a field
 */
export function formSchema(form: Form, note: (use: Use) => string = () => ''): ObjectSchema {
  const schema = jsonSchema(wireSchema(form)) as ObjectSchema;
  for (const use of form.fields) {
    const field = form.catalogue[use.field]!;
    if (field.within !== undefined) continue;
    schema.properties[use.field] = { ...schema.properties[use.field], title: field.label, description: `${field.missing}.${note(use)}` };
  }
  return schema;
}

export function multipartSchema(form: Form & FormWords): ObjectSchema {
  const { properties, required = [], ...schema } = formSchema(form);
  const rest = { ...schema, title: form.title };
  const { file } = form;
  const envelope = {
    attribution: { type: 'string', description: 'Where the visitor came from, as JSON: the `attribution` of Envelope.' },
    website: { type: 'string', description: 'A field that no person sees: whoever fills it is taken for a program.' },
    elapsed: { type: 'string', description: 'Milliseconds that the form was open.' },
  };
  if (file === undefined) return { ...rest, required, properties: { ...properties, ...envelope } };
  const content = {
    type: 'string',
    contentMediaType: 'application/pdf',
    title: file.label,
    description: `${file.hint} ${Object.values(file.messages).join('; ')}.`,
  };
  return { ...rest, required: [...required, file.name], properties: { ...properties, [file.name]: content, ...envelope } };
}

export const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  description: 'A repeated request with the same key gets the first answer; nothing is stored twice.',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
};

export const receivedResponse = {
  description: 'Stored, with everything that follows from it.',
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Received' } } },
};

export function jsonSchema(schema: Parameters<typeof toJsonSchema>[0]): object {
  // The flags of a pattern have no place in JSON Schema; the pattern itself is kept.
  const { $schema: _, ...rest } = toJsonSchema(schema, { errorMode: 'ignore', target: 'draft-2020-12' });
  return rest;
}
