import * as v from 'valibot';
import { callerFor } from '../../contract/callers.ts';
import type { Words } from '../../contract/content-fields.ts';
import { askedWords, formIn } from '../../contract/forms/form-parts.ts';
import { forms } from '../../contract/forms/form-list.ts';
import type { Form } from '../../contract/forms/form.ts';
import { jsonObject } from '../store/json-column.ts';
import type { LeadRow } from '../store/tables/lead-tables.ts';

const words = v.record(v.string(), v.union([v.string(), v.number()]));

/** The words in which a lead was asked, where staff had changed them; none where its column cannot be read. */
export function askedOf({ asked }: Pick<LeadRow, 'asked'>): Words {
  if (asked === null) return {};
  const read = jsonObject(asked);
  return v.is(words, read) ? read : {};
}

/** A lead's form in the words in which it was asked; undefined for a form that is not declared any more. */
export function formOfLead(lead: Pick<LeadRow, 'form' | 'asked'>): Form | undefined {
  const form = Object.hasOwn(forms, lead.form) ? forms[lead.form] : undefined;
  return form && (lead.asked === null ? form : formIn(form, askedOf(lead)));
}

/** The words of the page that sent a form, and those of now. */
export type Wording = { asked: Words; now: Words };

/** What a lead keeps of them. */
export function keptWords(form: Form, { kind, caller }: { kind: string; caller: string }, wording: Wording): Words {
  const asks = kind === 'report' ? 'report' : kind === 'contact' ? callerFor(caller).asks : undefined;
  return askedWords(form.type, asks, wording);
}
