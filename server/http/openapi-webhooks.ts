import { eventSchema, events, eventTypes, type EventType } from '../../contract/events.ts';
import { jsonSchema } from './openapi-document.ts';

/** Schemas of the events that are sent to webhooks. docs/deliveries.md says how a receiver verifies them. */
export const eventSchemas = Object.fromEntries(
  eventTypes.map((type) => [schemaName(type), { title: type, ...jsonSchema(eventSchema(type)) }]),
);

export const webhooks = Object.fromEntries(eventTypes.map((type) => [type, { post: operation(type) }]));
function operation(type: EventType): object {
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
