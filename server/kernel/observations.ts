import { channel } from 'node:diagnostics_channel';
import type { OptionalCategory } from '../../contract/cookie-words.ts';

/**
 * What the parts of the server tell of their work, to whoever wants to know: the metrics do, where they are on. Nothing of a visitor is
 * ever told. Telling costs a comparison while nobody listens; a listener must not throw.
 */
export type Observation<Told> = {
  tell(told: Told): void;
  /** @returns ends it */
  listen(listener: (told: Told) => void): () => void;
};

/** Why something was refused that no route answered, or that no route had asked for. */
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

/** `refused`: it was answered, by something else than that it was taken. */
export const deliveryOutcomes = ['taken', 'refused', 'no answer'] as const;
export type AttemptedDelivery = { kind: string; outcome: (typeof deliveryOutcomes)[number] };

/** `route` is the pattern of the route, never an address that was asked for. */
export type AnsweredRequest = { method: string; route: string; status: number; seconds: number };

export const observations = {
  answer: observation<AnsweredRequest>('answer'),
  refusal: observation<RefusalReason>('refusal'),
  rateLimited: observation<string>('rate-limited'),
  /** A use of what everybody has in common, by how much of their share somebody has had. */
  share: observation<{ pot: string; lane: string }>('share'),
  lead: observation<{ form: string; outcome: LeadOutcome }>('lead'),
  jobRun: observation<{ job: string; status: string; seconds: number }>('job-run'),
  takeover: observation<number>('takeover'),
  mail: observation<{ mail: string; outcome: MailOutcome }>('mail'),
  /** What became of a mail that had left. */
  bounce: observation<'hard' | 'soft' | 'complaint'>('bounce'),
  /** An attempt to tell another system of an event. */
  delivery: observation<AttemptedDelivery>('delivery'),
  cookieConsent: observation<{ purpose: OptionalCategory; action: 'given' | 'withdrawn' }>('cookie-consent'),
  /** A row that was left out of what it belongs to, by its name: 'position quant'. */
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
