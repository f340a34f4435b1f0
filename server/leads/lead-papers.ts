import type { Tx } from '../store/store.ts';

/** The papers that a lead may be about. Another slice has them, and whoever composes the server gives them. */
export type LeadPapers = {
  /** File names by id, of those that there are. */
  names: (db: Tx, ids: readonly string[]) => Promise<ReadonlyMap<string, string>>;
  find: (db: Tx, id: string) => Promise<{ name: string; size: number; read: () => Promise<Uint8Array> } | undefined>;
};

export function paperOf(caller: string): string {
  return caller.replace(/^paper_/, '');
}
