import { channel } from 'node:diagnostics_channel';
import type { OptionalCategory } from '../../contract/cookie-words.ts';

/**
 * Events that parts of the server report, which the metrics count where they are on. They hold nothing about a visitor.
 * Reporting costs a comparison while nothing listens. A listener must not throw.
 */
export type Observation<Told> = {
  tell(told: Told): void;
  /** @returns stops listening */
  listen(listener: (told: Told) => void): () => void;
};

/** Why a request or connection was refused before a route handled it, or by an error outside of a route's declared refusals. */
export const refusalReasons = [
  'too many connections',
  'too many unanswered',
  'slow reader',
  'tiny chunks',
  'barred',
  'body too large',
  'headers too large',
  'request timeout',
  'malformed',
  'content type',
  'expectation',
  'no host',
  'several hosts',
  'http version',
  'bad address',
  'another site',
  'nested too deeply',
  'overloaded',
] as const;
export type RefusalReason = (typeof refusalReasons)[number];

export const leadOutcomes = [
  'stored',
  'suspected spam',
  'repeated',
  'invalid',
  'unreadable',
  'no room',
  'over its share',
  'failed',
  'confirmed',
] as const;
export type LeadOutcome = (typeof leadOutcomes)[number];

export const mailOutcomes = ['sent', 'limited', 'suppressed', 'unknown mailbox', 'refused', 'later', 'unavailable'] as const;
export type MailOutcome = (typeof mailOutcomes)[number];

/** `refused`: the endpoint answered, but did not accept the event. */
export const deliveryOutcomes = ['taken', 'refused', 'no answer'] as const;
export type AttemptedDelivery = { kind: string; outcome: (typeof deliveryOutcomes)[number] };

/** `route` is the pattern of the route, never the requested address. */
export type AnsweredRequest = { method: string; route: string; status: number; seconds: number };

export const observations = {
  answer: observation<AnsweredRequest>('answer'),
  refusal: observation<RefusalReason>('refusal'),
  rateLimited: observation<string>('rate-limited'),
  /** One use of a shared pot, by the lane that the sender's load puts it in. */
  share: observation<{ pot: string; lane: string }>('share'),
  lead: observation<{ form: string; outcome: LeadOutcome }>('lead'),
  jobRun: observation<{ job: string; status: string; seconds: number }>('job-run'),
  takeover: observation<number>('takeover'),
  mail: observation<{ mail: string; outcome: MailOutcome }>('mail'),
  /** A bounce or complaint about a mail that was sent. */
  bounce: observation<'hard' | 'soft' | 'complaint'>('bounce'),
  /** An attempt to deliver an event to another system. */
  delivery: observation<AttemptedDelivery>('delivery'),
  cookieConsent: observation<{ purpose: OptionalCategory; action: 'given' | 'withdrawn' }>('cookie-consent'),
  /** A row with an unreadable JSON column, by name ('position quant'). It was left out of its list. */
  unreadable: observation<string>('unreadable'),
  storeCall: observation<{ call: 'query' | 'transaction'; failed: boolean; seconds: number }>('store-call'),
};

function observation<Told>(name: string): Observation<Told> {
  const told = channel(`cognitive-pro:${name}`);
  return {
    tell: (message) => {
      if (told.hasSubscribers) told.publish(message);
    },
    listen: (listener) => {
      const hear = (message: unknown) => listener(message as Told);
      told.subscribe(hear);
      return () => {
        told.unsubscribe(hear);
      };
    },
  };
}
