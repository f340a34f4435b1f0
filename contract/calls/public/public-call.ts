import type * as v from 'valibot';
import type { Form, FormWords } from '../../forms/form.ts';

/** A call of the public API, declared once for the server's route, its refusals and the document at /openapi.json. */
export type PublicCall = Readonly<{
  /** Unique: the operation's id in the document. */
  name: string;
  method: 'GET' | 'POST';
  /** `:id` is a parameter. */
  path: `/${string}`;
  /** What the call does, in one line. */
  about: string;
  /** Further details for the document. */
  notes?: string;
  /** How the caller is authenticated. Default: not at all. */
  signed?: keyof typeof signatures;
  rate: Rate;
  /** An object schema of the path parameters and the query. An invalid field is refused with the refusal that has the field's name. */
  address?: v.GenericSchema;
  body?: PublicBody;
  /** By HTTP status. `type`: content type, `text/html` for a page. */
  answers: Readonly<Record<number, { about: string; schema?: v.GenericSchema; type?: string }>>;
  /** A GET with an ETag: a client that already has the answer gets 304. */
  tagged?: true;
  /** By the name that the handler uses. Refusals that follow from rate, body and store are not repeated here. */
  refusals: Readonly<Record<string, Refusal>>;
  /** Descriptions of statuses that replace the document's default ones. */
  statuses?: Readonly<Record<number, string>>;
}>;

/**
 * How often a client may call: `points` times in `seconds`, and `hour` and `day` times in those. Calls refused by a shorter limit do not count for
 * the longer ones. Calls with the same `name` share the limit.
 */
export type Rate = Readonly<{ name: string; points: number; seconds: number; hour?: number; day?: number }>;

/**
 * `types`: accepted content types, the usual one first. `maxBytes`: maximum, if fewer than for forms. A body that does not fit its schema is
 * refused as `unfit`; if the call has no such refusal, the handler validates the body.
 */
export type PublicBody = Readonly<
  { types: readonly [string, ...string[]]; maxBytes?: number } & ({ schema: v.GenericSchema } | { form: Form & Partial<FormWords> })
>;

/** A problem document (RFC 9457). `{name}` in its detail is replaced by a value from the handler. */
export type Refusal = Readonly<{ status: number; title?: string; detail?: string }>;

/** The header with a calendar's signature. */
export const SIGNATURE_HEADER = 'x-cal-signature-256';

/** How callers are authenticated: security schemes of the OpenAPI document. */
export const signatures = {
  dataToken: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: 'The token of the data login.' },
  bounceSecret: {
    type: 'http',
    scheme: 'basic',
    description: 'Any name; the password is BOUNCE_SECRET. As a bearer token it is taken, too.',
  },
  calendarSignature: {
    type: 'apiKey',
    in: 'header',
    name: SIGNATURE_HEADER,
    description: 'HMAC-SHA256 of the body as it is sent, by CALENDAR_WEBHOOK_SECRET, hexadecimal.',
  },
} as const;

export function definePublicCall<const C extends PublicCall>(call: C): C {
  return call;
}
