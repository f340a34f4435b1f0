import type { Call } from '../../contract/calls/desk/call.ts';

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
