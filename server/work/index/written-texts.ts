import { forms } from '../../../contract/forms/form-list.ts';
import type { Passage } from '../../../contract/desk/passage.ts';
import { jsonObject } from '../../store/json-column.ts';
import type { LeadRow } from '../../store/tables/lead-tables.ts';
import type { Tx } from '../../store/store.ts';

/** A text that a search looks into. `of`: where a list says that it is from. */
export type WrittenText = { of: Passage['of']; text: string };

type Answered = Pick<LeadRow, 'id' | 'form' | 'answers'>;

/** What visitors wrote in sentences, what staff noted about it, the latest first, and the text of a CV. */
export async function readWritten(db: Tx, leads: readonly Answered[]): Promise<Map<string, WrittenText[]>> {
  const ids = leads.map(({ id }) => id);
  const written = new Map(leads.map((lead) => [lead.id, answersIn(lead)]));
  const add = (id: string, of: WrittenText['of'], text: unknown) => {
    if (typeof text === 'string' && text !== '') written.get(id)?.push({ of, text });
  };
  const noted = db.selectFrom('lead_events').select(['lead_id', 'detail']).where('kind', '=', 'note').where('lead_id', 'in', ids);
  for (const { lead_id: id, detail } of await noted.orderBy('at', 'desc').orderBy('id', 'desc').execute())
    add(id, 'note', jsonObject(detail)['text']);
  const planned = db.selectFrom('lead_work').select(['lead_id', 'come_back_why']).where('lead_id', 'in', ids);
  for (const { lead_id: id, come_back_why: why } of await planned.where('come_back_why', 'is not', null).execute())
    add(id, 'come back', why);
  // Last, since it has the most words.
  for (const { lead_id: id, text } of await db.selectFrom('cv_texts').select(['lead_id', 'text']).where('lead_id', 'in', ids).execute())
    add(id, 'CV', text);
  return written;
}

function answersIn({ form, answers }: Answered): WrittenText[] {
  const catalogue = Object.hasOwn(forms, form) ? forms[form]?.catalogue : undefined;
  const isWritten = (name: string) => (catalogue === undefined ? name === 'message' : catalogue[name]?.kind === 'textarea');
  return Object.entries(jsonObject(answers)).flatMap(([name, text]): WrittenText[] =>
    isWritten(name) && typeof text === 'string' ? [{ of: 'message', text }] : [],
  );
}
