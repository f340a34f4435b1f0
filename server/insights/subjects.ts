import { paperTitle } from '../../contract/paper.ts';
import type { LeadSubjects } from '../leads/lead-context.ts';
import { findVersion } from './records/records.ts';

export const leadSubjects: LeadSubjects = {
  name: async (db, { kind, id }) => {
    if (kind === 'portfolio') return (await findVersion(db, id))?.about.shortName;
    const paper = await db.selectFrom('papers').select('name').where('id', '=', id).executeTakeFirst();
    return paper && paperTitle(paper);
  },
  findPaper: async (db, id) => {
    const row = await db.selectFrom('papers').select(['name', 'pdf_size']).where('id', '=', id).executeTakeFirst();
    const read = async () => (await db.selectFrom('papers').select('pdf').where('id', '=', id).executeTakeFirstOrThrow()).pdf;
    return row && { name: row.name, size: row.pdf_size, read };
  },
};
