import { afterEach, expect, test } from 'vitest';
import { applicationWork } from '../../../contract/calls/desk/application-calls.ts';
import { CallFault } from '../../data/call-server.ts';
import { queries } from '../../data/queries.ts';
import { closeNotice, notice } from '../../parts/notice.ts';
import type { ChangeAnswer } from './sections.ts';
import { offerUndo } from './use-work.ts';

type Work = { stage: string; version: number };

const page = { id: 'a1', name: 'Ada Lovelace', email: 'ada@applicants.internal' };
const key = [applicationWork.read.name, { id: page.id }];

afterEach(() => {
  closeNotice();
  queries.removeQueries({ queryKey: key });
});

/** Returns what is sent and shown when Undo is pressed. */
async function undo(answer: (stage: string, version: number) => ChangeAnswer<Work> | CallFault) {
  const sent: unknown[] = [];
  const change = async ({ id, version }: { id: string; version: number }, { stage }: { stage?: string }) => {
    sent.push([id, version, stage]);
    const outcome = answer(stage!, version);
    if (outcome instanceof CallFault) throw outcome;
    return outcome;
  };
  offerUndo<Work>(
    { read: applicationWork.read, lists: [applicationWork.list], canUndo: true, change },
    { page, wish: { words: 'Rejected', change: { stage: 'rejected' } }, before: { stage: 'interview', version: 2 }, version: 3 },
  );
  const offered = notice.get();
  expect([offered?.words, offered?.act?.words]).toEqual(['Ada Lovelace: Rejected', 'Undo']);
  offered!.act!.run();
  await expect.poll(() => notice.get()?.words).not.toBe(offered!.words);
  return { sent, said: notice.get()?.words };
}

test('a change is taken back upon the version that it made, and what shows follows', async () => {
  queries.setQueryData(key, { ...page, stage: 'rejected', version: 3 });
  const { sent, said } = await undo((stage, version) => ({ outcome: 'done', work: { stage, version: version + 1 } }));
  expect([sent, said]).toEqual([[['a1', 3, 'interview']], 'Ada Lovelace: Interview again']);
  expect(queries.getQueryData(key)).toMatchObject({ stage: 'interview', version: 4 });
  expect(notice.get()?.act).toBeUndefined();
});

test('what was changed since stays as it is, and whoever wanted it back is told', async () => {
  const { said } = await undo(() => ({ outcome: 'changed since', work: { stage: 'offer', version: 4 } }));
  expect(said).toMatch(/^Not undone: Ada Lovelace was changed since/);
});

test('what cannot be sent is said', async () => {
  const { said } = await undo(() => new CallFault('offline', 'The desk does not answer.'));
  expect(said).toBe('Not undone: The desk does not answer.');
});
