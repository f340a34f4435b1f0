import type { LeadTopic } from '../../contract/callers.ts';
import type { Tx } from '../store/store.ts';

/** What a lead may be about, such as a paper. Another slice implements it, and the code that composes the server passes it in. */
export type LeadSubjects = {
  name: (db: Tx, about: LeadTopic) => Promise<string | undefined>;
  findPaper: (db: Tx, id: string) => Promise<{ name: string; size: number; read: () => Promise<Uint8Array> } | undefined>;
};
