import { cleanText } from './clean-text.ts';
import * as v from 'valibot';
import { limits } from './limits.ts';
import { proofSchema } from './proof.ts';

/** Paths of the API calls, relative to the site's origin or to the address that a setting names. */
export const apiPaths = {
  form: (product: string, caller: string) => `/${product}/forms/${caller}`,
  applications: '/recruiting/applications',
  contacts: '/www/contacts',
  reports: (product: string) => `/${product}/reports`,
} as const;

/** Paths of the pages behind links in mails, whose buttons are calls as well. */
export const linkPaths = {
  verify: '/verify',
  resend: '/verify/resend',
  unsubscribe: '/unsubscribe',
  newsletter: '/newsletter',
  talentPool: '/talent-pool',
  leaveTalentPool: '/talent-pool/leave',
} as const;

export const SITE_PRODUCT = 'cognitivepro';

/** `proof`: the sender's network has sent its share of forms. With a proof of work the mails of this form are not delayed. */
export const receivedSchema = v.object({
  status: v.literal('received'),
  id: v.pipe(v.string(), v.uuid()),
  proof: v.optional(proofSchema),
});

/** Body of every refusal: RFC 9457 problem details, `application/problem+json`. */
export const problemSchema = v.object({
  type: v.string(),
  title: v.string(),
  status: v.pipe(v.number(), v.integer()),
  detail: v.optional(v.string()),
  errors: v.optional(
    v.pipe(v.record(v.string(), v.string()), v.description('Field name → the message a visitor reads beside that field.')),
  ),
});

export type Received = v.InferOutput<typeof receivedSchema>;
export type Problem = v.InferOutput<typeof problemSchema>;

/**
 * What a form sends besides its answers. It never causes a refusal: what does not fit is left out or cut.
 * `about` is what the request is about, for callers (callers.ts) that accept it.
 * `website` is a field that people cannot see (the honeypot); `elapsed` is for how many milliseconds the form was open.
 * `wording` is the version in which staff last changed the words of questions, as the page knew it.
 */
export const envelopeSchema = v.object({
  attribution: v.optional(
    v.object({
      page: v.optional(v.string()),
      referrer: v.optional(v.string()),
      entry: v.optional(v.pipe(v.string(), v.description('The page that the visit began with'))),
      visitorId: v.optional(v.string()),
      utm: v.optional(
        v.object({
          source: v.optional(v.string()),
          medium: v.optional(v.string()),
          campaign: v.optional(v.string()),
          term: v.optional(v.string()),
          content: v.optional(v.string()),
        }),
      ),
    }),
  ),
  about: v.optional(v.object({ kind: v.picklist(['paper', 'portfolio']), id: v.string() })),
  website: v.optional(v.string()),
  elapsed: v.optional(v.number()),
  wording: v.optional(v.number()),
});

/** Name under which a form sends the version of its words. */
export const WORDING = 'wording' satisfies keyof Envelope;

export type Envelope = v.InferOutput<typeof envelopeSchema>;
export type Attribution = NonNullable<Envelope['attribution']>;

const UTM = ['source', 'medium', 'campaign', 'term', 'content'] as const;

/** Reads the attribution of any body: values that are not texts are left out, long texts cut, e-mail addresses masked. */
export function readAttribution(input: unknown): Attribution {
  const given = record(input);
  const attribution: Attribution = {};
  for (const key of ['page', 'referrer', 'entry'] as const) {
    const text = bounded(given[key], limits.attributionUrl);
    if (text !== undefined) attribution[key] = text;
  }
  const visitorId = bounded(given.visitorId, limits.attributionText);
  if (visitorId !== undefined) attribution.visitorId = visitorId;
  const utm: NonNullable<Attribution['utm']> = {};
  for (const key of UTM) {
    const text = bounded(record(given.utm)[key], limits.attributionText);
    if (text !== undefined) utm[key] = text;
  }
  if (Object.keys(utm).length > 0) attribution.utm = utm;
  return attribution;
}

const ADDRESS = /.(?:@|%40)./s;

function bounded(value: unknown, max: number): string | undefined {
  if (typeof value !== 'string') return undefined;
  const masked = cleanText(value.slice(0, max * 2)).replace(/[^\s/?#&=]+/g, (part) => (ADDRESS.test(part) ? '(address)' : part));
  return masked === '' ? undefined : masked.slice(0, max).toWellFormed();
}

function record(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
