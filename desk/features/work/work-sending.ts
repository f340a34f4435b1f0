import type { Call } from '../../../contract/calls/desk/call.ts';
import { elementAt, present } from '../../../contract/checked.ts';
import { fieldNames, choiceWords, type Worked, type WorkOf } from '../../../contract/desk/staff-fields.ts';
import { fieldCallsOf } from '../../../contract/calls/desk/work-schemas.ts';
import { callServer } from '../../data/call-server.ts';

export type SentWork<Work> = { outcome: 'done' | 'changed since'; work: Work };

export type WorkSending<Work, Wish> = {
  /** Reads one by its `id`. */
  read: Call;
  lists: readonly Call[];
  send: (id: string, version: number, wish: Wish) => Promise<SentWork<Work>>;
  /** The expected values, shown until the server answers. */
  hoped: (wish: Wish) => Partial<Work>;
  /** The change that undoes `wish`, given the values before; undefined: no undo is offered. */
  wayBack: (wish: Wish, before: Work) => Wish | undefined;
};

/** A change to fields that staff set, and its description for messages. */
export type WorkWish<Section extends Worked> = { words: string } & Partial<Omit<WorkOf<Section>, 'version'>>;

type Own<Section extends Worked> = (
  wish: WorkWish<Section>,
  at: { id: string; version: number },
) => Promise<SentWork<WorkOf<Section>>> | undefined;

/** @param own sends the changes that have a separate call; undefined for the others */
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
