import type { Call } from '../../../contract/calls/desk/call.ts';
import { elementAt, present } from '../../../contract/checked.ts';
import { fieldNames, choiceWords, type Worked, type WorkOf } from '../../../contract/desk/staff-fields.ts';
import { fieldCallsOf } from '../../../contract/calls/desk/work-schemas.ts';
import { callServer } from '../../data/call-server.ts';

export type SentWork<Work> = { outcome: 'done' | 'changed since'; work: Work };

export type WorkSending<Work, Wish> = {
  /** Shows one by its `id`. */
  read: Call;
  lists: readonly Call[];
  send: (id: string, version: number, wish: Wish) => Promise<SentWork<Work>>;
  /** What of the page it will be if nobody was quicker. */
  hoped: (wish: Wish) => Partial<Work>;
  /** What takes a wish back, by what was there before; undefined: it is offered no way back. */
  wayBack: (wish: Wish, before: Work) => Wish | undefined;
};

/** What somebody wants of what staff keep, and how that is called. */
export type WorkWish<Section extends Worked> = { words: string } & Partial<Omit<WorkOf<Section>, 'version'>>;

type Own<Section extends Worked> = (
  wish: WorkWish<Section>,
  at: { id: string; version: number },
) => Promise<SentWork<WorkOf<Section>>> | undefined;

/** @param own sends what has a call of its own */
export function sendingOf<Section extends Worked>(
  section: Section,
  { read, lists }: Pick<WorkSending<unknown, unknown>, 'read' | 'lists'>,
  own: Own<Section>,
): WorkSending<WorkOf<Section>, WorkWish<Section>> {
  const hoped = (wish: { words: string }): object => {
    const { words: _, ...wanted } = wish;
    return wanted;
  };
  const namesOf = (wish: { words: string }) => fieldNames.filter((name) => name in hoped(wish));
  const sending: WorkSending<object, { words: string }> = {
    read,
    lists,
    hoped,
    wayBack: (wish, before) => {
      if ('owner' in wish) return undefined;
      const names = namesOf(wish);
      const values = new Map<string, unknown>(Object.entries(before));
      return {
        ...Object.fromEntries(names.map((name) => [name, values.get(name)])),
        words: choiceWords(elementAt(names, 0), values.get(elementAt(names, 0))),
      };
    },
    send: async (id, version, wish) =>
      own(wish as WorkWish<Section>, { id, version }) ??
      callServer(present(fieldCallsOf(section).find(([name]) => name in wish))[1], { ...hoped(wish), id, version }),
  };
  return sending as WorkSending<WorkOf<Section>, WorkWish<Section>>;
}
