import type { LeadTopic } from '../../contract/callers.ts';
import type { Tx } from '../store/store.ts';

/** What a lead may be about. Another slice has it, and whoever composes the server gives it. */
export type LeadSubjects = {
  name: (db: Tx, about: LeadTopic) => Promise<string | undefined>;
  findPaper: (db: Tx, id: string) => Promise<{ name: string; size: number; read: () => Promise<Uint8Array> } | undefined>;
};
