import * as v from 'valibot';
import { listLeadsCall } from './lead-calls.ts';
import { defineCall } from './call.ts';
import { idSchema as id } from './work-schemas.ts';

/** What makes leads like another: nothing, the network that they were sent from, the domain of their addresses. */
export const spamKinds = ['this', 'network', 'domain'] as const;
export type SpamKind = (typeof spamKinds)[number];

const alike = {
  id,
  by: v.picklist(spamKinds),
  hours: v.pipe(
    v.number(),
    v.integer(),
    v.minValue(1),
    v.maxValue(24 * 30),
    v.description('They came at most so long before it or after it'),
  ),
};

export const findAlikeCall = defineCall({
  name: 'leads.alike',
  method: 'POST',
  path: '/api/leads/:id/alike',
  about: 'The leads that are like one and that nobody has taken up yet: how many, and the newest of them.',
  access: 'leads.work',
  action: listLeadsCall.action,
  input: v.object(alike),
  output: v.object({
    count: v.number(),
    meetings: v.pipe(v.number(), v.description('That they booked and that are to come')),
    mails: v.pipe(v.number(), v.description('That wait to be sent for them')),
    newest: v.array(v.object({ id: v.string(), name: v.string(), email: v.string(), createdAt: v.number() })),
    network: v.pipe(v.boolean(), v.description('It is known which network it came from')),
    domain: v.pipe(v.nullable(v.string()), v.description('Null: many people’s, as a mailbox provider’s')),
  }),
});

export const markSpamCall = defineCall({
  name: 'leads.mark-spam',
  method: 'POST',
  path: '/api/leads/:id/spam',
  about: 'Marks a lead as suspected spam, with those that are like it: their meetings are cancelled, and mails that wait are withheld.',
  access: 'leads.work',
  action: 'leads marked as spam',
  input: v.object(alike),
  output: v.object({ marked: v.number(), cancelled: v.number() }),
});

export const releaseFloodCall = defineCall({
  name: 'leads.release-flood',
  method: 'POST',
  path: '/api/leads/:id/spam/release',
  about: 'Takes the mark of suspected spam off a lead and off those that were marked with it. Meetings stay cancelled.',
  access: 'leads.work',
  action: 'leads released',
  input: v.object({ id }),
  output: v.object({ released: v.number() }),
});

export const spamCalls = [findAlikeCall, markSpamCall, releaseFloodCall] as const;
