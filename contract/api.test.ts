import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { apiPaths, envelopeSchema, readAttribution } from './api.ts';
import { limits } from './limits.ts';

describe('readAttribution', () => {
  it('takes any JSON value, never throws, and stays within its bounds and its own shape', () => {
    fc.assert(
      fc.property(fc.oneof(fc.jsonValue(), anything), (input) => {
        const read = readAttribution(input);
        expect(v.safeParse(envelopeSchema, { attribution: read }).success).toBe(true);
        for (const text of [read.page, read.referrer]) expect(text?.length ?? 0).toBeLessThanOrEqual(limits.attributionUrl);
        for (const text of [read.visitorId, ...Object.values(read.utm ?? {})]) {
          expect(text?.length ?? 0).toBeLessThanOrEqual(limits.attributionText);
        }
      }),
    );
  });

  it('keeps what it knows and drops the rest', () => {
    expect(readAttribution({ page: '/?utm_source=x', utm: { source: 'news', id: '7' }, evil: 1, visitorId: 3, referrer: '' })).toEqual({
      page: '/?utm_source=x',
      utm: { source: 'news' },
    });
  });

  it('masks addresses of people, however they are written', () => {
    expect(readAttribution({ page: '/x?utm_content=ada@example.com', utm: { term: 'ada%40example.com' } })).toEqual({
      page: '/x?utm_content=(address)',
      utm: { term: '(address)' },
    });
  });
});

describe('apiPaths', () => {
  it('are those of the specification', () => {
    expect(apiPaths.form('cognitivepro', 'home_bad')).toBe('/cognitivepro/forms/home_bad');
  });
});

const anything = fc.record(
  {
    page: fc.string({ unit: 'binary', maxLength: 2000 }),
    referrer: fc.string({ maxLength: 2000 }),
    visitorId: fc.string({ maxLength: 300 }),
    utm: fc.dictionary(fc.constantFrom('source', 'medium', 'campaign', 'term', 'content', 'id'), fc.string({ maxLength: 300 })),
  },
  { requiredKeys: [] },
);
