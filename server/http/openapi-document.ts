export type ApiPart = (products: readonly string[]) => {
  paths: Record<string, object>;
  schemas: Record<string, object>;
  securitySchemes?: Record<string, object>;
  /** What is sent to others, by the name of the event. */
  webhooks?: Record<string, object>;
};

export function openApiDocument(publicUrl: string, products: readonly string[], parts: readonly ApiPart[]): object {
  const made = parts.map((part) => part(products));
  return {
    openapi: '3.1.0',
    info: {
      title: 'Cognitive PRO',
      version: '1',
      description: 'The calls of the public website. A refusal is a problem document (RFC 9457).',
    },
    servers: [{ url: publicUrl }],
    paths: Object.assign({}, ...made.map((part) => part.paths)) as object,
    webhooks: Object.assign({}, ...made.map((part) => part.webhooks ?? {})) as object,
    components: {
      schemas: Object.assign({ Problem: problemSchema }, ...made.map((part) => part.schemas)) as object,
      securitySchemes: Object.assign({}, ...made.map((part) => part.securitySchemes ?? {})) as object,
    },
  };
}

export function problemResponse(description: string): object {
  return {
    description,
    content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
  };
}

export const problemSchema = {
  type: 'object',
  required: ['type', 'title', 'status'],
  properties: {
    type: { type: 'string' },
    title: { type: 'string' },
    status: { type: 'integer' },
    detail: { type: 'string' },
    errors: {
      type: 'object',
      description: 'Field name → the message a visitor reads beside that field.',
      additionalProperties: { type: 'string' },
    },
  },
};
