import type { PublicBody } from '../../contract/calls/public/public-call.ts';
import { present } from '../../contract/checked.ts';
import { isRequired, wireSchema, type Form, type Use } from '../../contract/forms/form.ts';
import { jsonSchema, type ObjectSchema } from './openapi-document.ts';

/** JSON Schema of a form's body: its fields with labels and messages, and the fields sent along with them. */
export function formSchema({ form, types }: PublicBody & { form: Form }): object {
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
