import { envelopeSchema, problemSchema, receivedSchema } from '../../api.ts';
import { paperSchema } from '../../paper.ts';
import { analyticsSchema, portfolioDetailSchema } from '../../portfolio.ts';
import { proofSchema } from '../../proof.ts';
import type { PublicCall } from './public-call.ts';
import { dataCalls, dataLogin } from './data-calls.ts';
import { formCalls } from './form-calls.ts';
import { bookingSchema, hookCalls } from './hook-calls.ts';
import { recordCookieChoiceCall, visitCalls } from './visit-calls.ts';

/** All calls of the public API. A test checks that each is served. */
export const publicCalls: readonly PublicCall[] = [...formCalls, ...visitCalls, ...dataCalls, ...hookCalls];

/** Schemas that have a name in the OpenAPI document. */
export const namedSchemas = {
  Problem: problemSchema,
  Envelope: envelopeSchema,
  Received: receivedSchema,
  ProofWanted: proofSchema,
  PortfolioDetail: portfolioDetailSchema,
  PortfolioAnalytics: analyticsSchema,
  Paper: paperSchema,
  DataLogin: dataLogin.body.schema,
  DataToken: dataLogin.answers[200].schema,
  cookie_choice: recordCookieChoiceCall.body.schema,
  booking_report: bookingSchema,
};
