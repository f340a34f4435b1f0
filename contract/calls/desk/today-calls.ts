import * as v from 'valibot';
import { leadSections } from '../../desk/lead-facts.ts';
import { defineCall } from './call.ts';

const row = v.object({
  id: v.string(),
  section: v.picklist(leadSections),
  name: v.string(),
  request: v.string(),
  owner: v.nullable(v.string()),
  /** When it came; of a meeting when it begins. Milliseconds since the epoch. */
  at: v.number(),
  /** YYYY-MM-DD: when staff wanted to come back. */
  comeBack: v.nullable(v.string()),
  why: v.nullable(v.string()),
  version: v.pipe(v.number(), v.description('Of what staff made of it')),
});

const rows = v.object({ rows: v.array(row), more: v.pipe(v.boolean(), v.description('There are more than are told')) });

export const readTodayCall = defineCall({
  name: 'today.read',
  method: 'GET',
  path: '/api/today',
  about:
    'What waits today for whoever asks, and for nobody else: what they come back to, meetings, those of which nobody said whether they were held, what is new and nobody’s, and what waits for their answer.',
  access: 'staff',
  action: 'today listed',
  recordedOnce: true,
  input: v.object({}),
  output: v.object({
    day: v.pipe(v.string(), v.description('YYYY-MM-DD, in the company’s time zone')),
    due: rows,
    meetings: rows,
    unmarked: v.pipe(rows, v.description('Meetings whose time has come and of which nobody said whether they were held')),
    fresh: rows,
    waiting: rows,
    turn: v.pipe(
      v.nullable(v.picklist(['in', 'away'])),
      v.description(
        'Whether new leads come to whoever asks in turn; null: never, since the company does not want that or they work no leads',
      ),
    ),
    mailed: v.pipe(v.boolean(), v.description('It comes by mail each morning')),
  }),
});

export const setMorningMail = defineCall({
  name: 'today.mail',
  method: 'POST',
  path: '/api/today/mail',
  about: 'Whether what waits today comes to whoever asks by mail each morning.',
  access: 'staff',
  only: 'own account',
  action: 'morning mail chosen',
  input: v.object({ mailed: v.boolean() }),
  output: v.object({}),
});

export const setAwayCall = defineCall({
  name: 'today.away',
  method: 'POST',
  path: '/api/today/away',
  about: 'Whether whoever asks is away, so that new leads go to others in turn.',
  access: 'leads.work',
  action: 'being away chosen',
  input: v.object({ away: v.boolean() }),
  output: v.object({}),
});

export const todayCalls = [readTodayCall, setMorningMail, setAwayCall] as const;
