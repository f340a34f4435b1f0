import { CallFault } from '../../data/call-server.ts';
import { queries, refresh } from '../../data/queries.ts';
import { notify } from '../../parts/notice.ts';
import type { WorkSending } from './work-sending.ts';

type Worded = { words: string };

type Undo<Wish> = {
  page: { id: string; name: string; email: string };
  done: Wish;
  back: Wish;
  /** The version that the change produced. The undo fails if there is a later one. */
  version: number;
};

type Sending<Work, Wish> = Pick<WorkSending<Work, Wish>, 'read' | 'lists' | 'send'>;

/** Shows a notice of a change with an Undo button, which works on any page. */
export function offerUndo<Work, Wish extends Worded>(undo: Undo<Wish>, calls: Sending<Work, Wish>): void {
  const { page, done } = undo;
  notify(`${page.name || page.email}: ${done.words}`, { words: 'Undo', run: () => void carryOut(undo, calls) });
}

async function carryOut<Work, Wish extends Worded>({ page, back, version }: Undo<Wish>, calls: Sending<Work, Wish>): Promise<void> {
  const who = page.name || page.email;
  try {
    const { outcome, work } = await calls.send(page.id, version, back);
    queries.setQueryData<object>([calls.read.name, { id: page.id }], (shown) => shown && { ...shown, ...work });
    notify(outcome === 'done' ? `${who}: ${back.words} again` : `Not undone: ${who} was changed since, by somebody else or by you.`);
    await refresh(calls.read, ...calls.lists);
  } catch (error) {
    if (!(error instanceof CallFault)) throw error;
    notify(`Not undone: ${error.message}`);
  }
}
