import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, test } from 'vitest';
import { callers } from '../contract/callers.ts';
import { contactForms } from '../contract/forms/contact.ts';
import { careerForm } from '../contract/forms/career.ts';
import { contactPageForm } from '../contract/forms/contact-page.ts';
import { insightsApi } from './insights/insights-openapi.ts';
import { bookingApi } from './booking/booking-openapi.ts';
import { contactApi } from './contact/contact-openapi.ts';
import { messagesApi } from './messages/messages-openapi.ts';
import { recruitingApi } from './recruiting/recruiting-openapi.ts';
import { reportForm } from '../contract/forms/report.ts';
import { reportsApi } from './reports/reports-openapi.ts';
import { cookieConsentsApi } from './privacy/cookie-consents-openapi.ts';
import { eventTypes } from '../contract/events.ts';
import { deliveriesApi } from './deliveries/deliveries-openapi.ts';
import { bouncesApi } from './bounces/bounces-openapi.ts';
import { calendarHookApi } from './calendar-hook/calendar-hook-openapi.ts';
import { proofsApi } from './leads/proofs/proofs-openapi.ts';
import { openApiDocument } from './http/openapi-document.ts';

type Document = {
  webhooks: Record<string, { post: { requestBody: { content: Record<string, { schema: { $ref: string } }> } } }>;
  paths: Record<string, unknown>;
  components: { schemas: Record<string, { allOf: Array<{ properties?: Record<string, { title?: string }>; required?: string[] }> }> };
};

const document = openApiDocument(
  'https://www.example.com',
  ['cognitivepro'],
  [
    contactApi,
    messagesApi,
    recruitingApi,
    reportsApi,
    insightsApi,
    cookieConsentsApi,
    bouncesApi,
    calendarHookApi,
    deliveriesApi,
    bookingApi,
    proofsApi,
  ],
) as Document;

describe('the API document', () => {
  test('is valid OpenAPI', async () => {
    const result = await new Validator().validate(structuredClone(document));
    expect(result).toMatchObject({ valid: true });
  });

  test('has a path for every caller', () => {
    for (const id of callers.keys()) expect(document.paths).toHaveProperty([`/{product}/forms/${id}`]);
  });

  test('has the addresses at which others report', () => {
    expect(document.paths).toMatchObject({
      '/hooks/bounces': { post: { security: [{ bounceSecret: [] }] } },
      '/hooks/calendar': { post: { security: [{ calendarSignature: [] }] } },
    });
  });

  test('says of every event what is sent', () => {
    expect(Object.keys(document.webhooks)).toEqual(eventTypes);
    for (const type of eventTypes) {
      const name = document.webhooks[type]!.post.requestBody.content['application/json']!.schema.$ref.split('/').at(-1)!;
      const schema = document.components.schemas[name] as unknown as {
        properties: Record<string, { const?: unknown }>;
        required: string[];
      };
      expect(schema.properties).toMatchObject({ type: { const: type }, version: { const: 1 } });
      expect(schema.required.toSorted()).toEqual(['data', 'timestamp', 'type', 'version']);
    }
  });

  test.each(Object.values(contactForms))('names every field that $type sends, and requires what is always required', (form) => {
    const own = document.components.schemas[form.type]!.allOf[1]!;
    const sent = form.fields.filter((use) => form.catalogue[use.field]!.within === undefined);
    expect(Object.keys(own.properties!).toSorted()).toEqual(sent.map((use) => use.field).toSorted());
    expect(own.required?.toSorted()).toEqual(
      sent
        .filter((use) => use.required === true && use.shown === undefined)
        .map((use) => use.field)
        .toSorted(),
    );
    for (const use of sent) expect(own.properties![use.field]!.title).toBe(form.catalogue[use.field]!.label);
  });

  test.each([careerForm, contactPageForm, reportForm])('names every field and file that $type sends as multipart', (form) => {
    const own = document.components.schemas[form.type] as unknown as { properties: Record<string, { title?: string }>; required: string[] };
    const fields = form.fields.map((use) => use.field);
    const file = form.file === undefined ? [] : [form.file.name];
    expect(Object.keys(own.properties)).toEqual([...fields, ...file, 'attribution', 'website', 'elapsed']);
    expect(own.required).toEqual([...form.fields.filter((use) => use.required === true).map((use) => use.field), ...file]);
    for (const name of fields) expect(own.properties[name]!.title).toBe(form.catalogue[name]!.label);
  });
});
