import * as calls from '../../contract/calls/desk/answer-calls.ts';
import { answerWriters } from '../../contract/desk/answer-templates.ts';
import type { LeadSection } from '../../contract/desk/lead-facts.ts';
import { mayUse } from '../../contract/desk/roles.ts';
import { HttpRefusal } from '../http/desk-answers.ts';
import type { DeskRoute, StaffCaller } from '../http/desk-route.ts';
import type { HttpContext } from '../http/http-context.ts';
import type { AnswerSaved, RecordAnswer } from './ready-answers.ts';

/** Loaded with the first call: its texts are long. */
const load = () => import('./ready-answers.ts');

/** The desk's calls on ready answers. Who may write an answer depends on its section (`answerWriters`). */
export function answerRoutes(route: DeskRoute, { store, now }: Pick<HttpContext, 'store' | 'now'>): void {
  route(calls.readReadyAnswers, async (who) => {
    const { listReadyAnswers } = await load();
    const answers = await listReadyAnswers(store.db, who.accountId);
    return {
      answers: answers
        .filter(({ of }) => of.some((section) => mayAnswer(who, section)))
        .map(({ isRemoved: _removed, ...answer }) => answer),
    };
  });

  route(calls.saveReadyAnswer, async (who, { id, version, section, isShared, title, subject, text }) => {
    if (!mayAnswer(who, section)) return notYours();
    const { readStanding, storeReadyAnswer } = await load();
    const standing = id === undefined ? undefined : await readStanding(store.db, id, who.accountId);
    if (standing !== undefined && standing.section !== section) return notYours();
    const change = { id, version, account: who.accountId, at: now() };
    const done = await storeReadyAnswer(store, change, { section, isShared, title, subject, text }, recordBy(who));
    return done.ok ? { id: done.id, version: done.version } : refusalOf(done.cause);
  });

  route(calls.removeReadyAnswer, async (who, { id, version }) => {
    const { readStanding, storeReadyAnswer } = await load();
    const standing = await readStanding(store.db, id, who.accountId);
    if (standing !== undefined && !mayAnswer(who, standing.section)) return notYours();
    const done = await storeReadyAnswer(store, { id, version, account: who.accountId, at: now() }, undefined, recordBy(who));
    return done.ok ? {} : refusalOf(done.cause);
  });
}

function mayAnswer({ roles }: StaffCaller, section: LeadSection): boolean {
  return answerWriters[section].some((permission) => mayUse(roles, permission));
}

function recordBy(who: StaffCaller): RecordAnswer {
  return (tx, id) => who.record(tx, { subject: { kind: 'answer', id } });
}

function notYours(): HttpRefusal {
  return new HttpRefusal(403, { detail: 'Whoever works on what it answers writes it.' });
}

function refusalOf(cause: Extract<AnswerSaved, { ok: false }>['cause']): HttpRefusal {
  switch (cause) {
    case 'missing':
      return new HttpRefusal(404, { detail: 'This ready answer was removed.' });
    case 'stale':
      return new HttpRefusal(409, {
        detail: 'A colleague changed it meanwhile. What you wrote stays here: look at theirs, and save yours again.',
      });
    case 'kept':
      return new HttpRefusal(422, { detail: 'Something follows from this answer: it can be changed, and not removed.' });
    case 'shared':
      return new HttpRefusal(422, { detail: 'It is everybody’s. Save yours as a new one.' });
    case 'many':
      return new HttpRefusal(422, { detail: 'There are as many ready answers as there may be: remove some first.' });
  }
}
