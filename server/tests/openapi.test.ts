import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { Validator } from '@seriousme/openapi-schema-validator';
import type { FastifyInstance, RouteOptions } from 'fastify';
import { describe, expect, test } from 'vitest';
import { apiPaths, linkPaths } from '../../contract/api.ts';
import { publicCalls } from '../../contract/calls/public/public-call-list.ts';
import { callers } from '../../contract/callers.ts';
import { contactForms } from '../../contract/forms/contact.ts';
import { careerForm } from '../../contract/forms/career.ts';
import { contactPageForm } from '../../contract/forms/contact-page.ts';
import { reportForm } from '../../contract/forms/report.ts';
import { eventTypes } from '../../contract/events.ts';
import { publicDocument } from '../http/openapi-public.ts';
import { freshStore } from '../store/store.testing.ts';
import { testApp } from '../testing/app.testing.ts';

type Document = {
  webhooks: Record<string, { post: { requestBody: { content: Record<string, { schema: { $ref: string } }> } } }>;
  paths: Record<string, unknown>;
  components: { schemas: Record<string, { allOf: Array<{ properties?: Record<string, { title?: string }>; required?: string[] }> }> };
};

const document = publicDocument('https://www.example.com', ['cognitivepro']) as Document;

describe('the API document', () => {
  test('names every call that is served, and nothing else', async () => {
    const served = new Set<string>();
    const watch = (message: unknown) =>
      (message as { fastify: FastifyInstance }).fastify.addHook('onRoute', ({ method, url }: RouteOptions) => {
        for (const one of [method].flat()) served.add(`${one} ${url}`);
      });
    subscribe('fastify.initialization', watch);
    const secrets = { BOUNCE_SECRET: 's'.repeat(32), CALENDAR_WEBHOOK_SECRET: 's'.repeat(32) };
    await testApp(await freshStore(), secrets).finally(() => unsubscribe('fastify.initialization', watch));
    const declared = new Set(publicCalls.map(({ method, path }) => `${method} ${path}`));
    const dialogs = [...callers.keys()].map((id) => `POST /:product/forms/${id}`);
    expect([...declared].filter((call) => !served.has(call))).toEqual(dialogs);
    const posts = [...served].filter((route) => route.startsWith('POST ') && !declared.has(route));
    const pages = Object.values({ ...apiPaths, ...linkPaths }).map((path) => `POST ${String(path)}`);
    // A plain HTML form, and the former address for bounces.
    expect(posts.filter((route) => !pages.includes(route))).toEqual(['POST /form/:caller', 'POST /webhooks/bounces']);
  });

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
