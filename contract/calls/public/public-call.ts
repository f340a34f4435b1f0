import type * as v from 'valibot';
import type { Form, FormWords } from '../../forms/form.ts';

/**
 * A call of the public API, declared once: the server's route and its refusals, and the document at /openapi.json read it.
 */
export type PublicCall = Readonly<{
  /** Unique: the operation's id in the document. */
  name: string;
  method: 'GET' | 'POST';
  /** `:id` is a parameter. */
  path: `/${string}`;
  /** What it does, in a line. */
  about: string;
  /** What else there is to know. */
  notes?: string;
  /** By what whoever calls is known. Default: anyone may. */
  signed?: keyof typeof signatures;
  rate: Rate;
  /** An object: what stands in the path and in the query. What does not fit is refused by the refusal of its field's name. */
  address?: v.GenericSchema;
  body?: PublicBody;
  /** By status. `type`: the content's, `text/html` for a page. */
  answers: Readonly<Record<number, { about: string; schema?: v.GenericSchema; type?: string }>>;
  /** A GET that is answered with a tag: whoever has the answer already is told so (304). */
  tagged?: true;
  /** By name, as the handler refuses. What follows from rate, body and store is not named again. */
  refusals: Readonly<Record<string, Refusal>>;
  /** What the document says of a status, in place of what it says by itself. */
  statuses?: Readonly<Record<number, string>>;
}>;

/** How often a client may call: `points` in so many seconds, and in an hour and a day, which count what a shorter time does not refuse. Calls of one name count together. */
export type Rate = Readonly<{ name: string; points: number; seconds: number; hour?: number; day?: number }>;

/**
 * `types`: as which it is taken, the usual one first. `most`: its bytes, where it is less than any form's. A body that does not fit its schema is
 * refused as `unfit`; where there is no such refusal the handler reads it by itself.
 */
export type PublicBody = Readonly<
  { types: readonly [string, ...string[]]; most?: number } & ({ schema: v.GenericSchema } | { form: Form & Partial<FormWords> })
>;

/** A problem document (RFC 9457). `{name}` in its detail stands for what the handler knows. */
export type Refusal = Readonly<{ status: number; title?: string; detail?: string }>;

/** The header by which a calendar signs. */
export const SIGNATURE_HEADER = 'x-cal-signature-256';

/** By what callers are known, as the document has it (security schemes of OpenAPI). */
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
