import * as v from 'valibot';
import { listApplicationsCall } from './application-calls.ts';
import { listLeadsCall } from './lead-calls.ts';
import { defineCall } from './call.ts';
import { listMessagesCall } from './message-calls.ts';
import { idSchema as id, versionSchema as version } from './work-schemas.ts';

/** What makes requests like another: nothing, the network that they were sent from, the domain of their addresses. */
export const spamKinds = ['this', 'network', 'domain'] as const;
export type SpamKind = (typeof spamKinds)[number];

const alikeInput = v.object({
  id,
  by: v.picklist(spamKinds),
  hours: v.pipe(
    v.number(),
    v.integer(),
    v.minValue(1),
    v.maxValue(24 * 30),
    v.description('They came at most so long before it or after it'),
  ),
});

const alikeOutput = v.object({
  count: v.number(),
  meetings: v.pipe(v.number(), v.description('That they booked and that are to come')),
  mails: v.pipe(v.number(), v.description('That wait to be sent for them')),
  newest: v.array(v.object({ id: v.string(), name: v.string(), email: v.string(), createdAt: v.number() })),
  network: v.pipe(v.boolean(), v.description('It is known which network it came from')),
  domain: v.pipe(v.nullable(v.string()), v.description('Null: many people’s, as a mailbox provider’s')),
});

const markInput = v.object({ ...alikeInput.entries, version: v.optional(version) });
const markOutput = v.object({ marked: v.number(), cancelled: v.number() });
const releaseInput = v.object({ id });
const releaseOutput = v.object({ released: v.number() });

export const findAlikeCall = defineCall({
  name: 'leads.alike',
  method: 'POST',
  path: '/api/leads/:id/alike',
  about: 'The leads that are like one and that nobody has taken up yet: how many, and the newest of them.',
  access: 'leads.work',
  action: listLeadsCall.action,
  recordedOnce: true,
  input: alikeInput,
  output: alikeOutput,
});

export const markSpamCall = defineCall({
  name: 'leads.mark-spam',
  method: 'POST',
  path: '/api/leads/:id/spam',
  about: 'Marks a lead as suspected spam, with those that are like it: their meetings are cancelled, and mails that wait are withheld.',
  access: 'leads.work',
  action: 'leads marked as spam',
  input: markInput,
  output: markOutput,
});

export const releaseFloodCall = defineCall({
  name: 'leads.release-flood',
  method: 'POST',
  path: '/api/leads/:id/spam/release',
  about: 'Takes the mark of suspected spam off a lead and off those that were marked with it. Meetings stay cancelled.',
  access: 'leads.work',
  action: 'leads released',
  input: releaseInput,
  output: releaseOutput,
});

export const findAlikeMessages = defineCall({
  name: 'messages.alike',
  method: 'POST',
  path: '/api/messages/:id/alike',
  about: 'The messages that are like one and that nobody has taken up yet: how many, and the newest of them.',
  access: 'messages.work',
  action: listMessagesCall.action,
  recordedOnce: true,
  input: alikeInput,
  output: alikeOutput,
});

export const markMessagesSpam = defineCall({
  name: 'messages.mark-spam',
  method: 'POST',
  path: '/api/messages/:id/spam',
  about: 'Marks a message as suspected spam, with those that are like it: mails that wait are withheld.',
  access: 'messages.work',
  action: 'messages marked as spam',
  input: markInput,
  output: markOutput,
});

export const releaseMessageFlood = defineCall({
  name: 'messages.release-flood',
  method: 'POST',
  path: '/api/messages/:id/spam/release',
  about: 'Takes the mark of suspected spam off a message and off those that were marked with it.',
  access: 'messages.work',
  action: 'messages released',
  input: releaseInput,
  output: releaseOutput,
});

export const findAlikeApplications = defineCall({
  name: 'applications.alike',
  method: 'POST',
  path: '/api/applications/:id/alike',
  about: 'The applications that are like one and that nobody has taken up yet: how many, and the newest of them.',
  access: 'applications.work',
  action: listApplicationsCall.action,
  recordedOnce: true,
  input: alikeInput,
  output: alikeOutput,
});

export const markApplicationsSpam = defineCall({
  name: 'applications.mark-spam',
  method: 'POST',
  path: '/api/applications/:id/spam',
  about: 'Marks an application as suspected spam, with those that are like it: mails that wait are withheld.',
  access: 'applications.work',
  action: 'applications marked as spam',
  input: markInput,
  output: markOutput,
});

export const releaseApplicationFlood = defineCall({
  name: 'applications.release-flood',
  method: 'POST',
  path: '/api/applications/:id/spam/release',
  about: 'Takes the mark of suspected spam off an application and off those that were marked with it.',
  access: 'applications.work',
  action: 'applications released',
  input: releaseInput,
  output: releaseOutput,
});

/** What is done about a flood of each section, by the calls of that section. */
export const floodCalls = {
  lead: { alike: findAlikeCall, mark: markSpamCall, release: releaseFloodCall },
  message: { alike: findAlikeMessages, mark: markMessagesSpam, release: releaseMessageFlood },
  application: { alike: findAlikeApplications, mark: markApplicationsSpam, release: releaseApplicationFlood },
} as const;

export const spamCalls = Object.values(floodCalls).flatMap((calls) => Object.values(calls));
