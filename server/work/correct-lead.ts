import type { Corrections } from '../../contract/desk/corrections.ts';
import { correctedNames } from '../../contract/desk/corrections.ts';
import { forms } from '../../contract/forms/form-list.ts';
import { firstIssue, type Answers } from '../../contract/forms/form.ts';
import type { Store, Tx } from '../store/store.ts';
import type { LeadRow } from '../store/tables/lead-tables.ts';
import { answersOf } from '../leads/lead-columns.ts';
import { storeCorrected } from '../leads/store-corrected.ts';
import { findLead } from '../leads/lead-repository.ts';
import { indexLeads } from './index/lead-index.ts';
import { sendFreshLink } from './answer-lead.ts';
import { changeWork, readWork, type WorkChange, type WorkOutcome } from './lead-work.ts';

type Correcting = WorkChange & { corrections: Corrections };

type CorrectOutcome = WorkOutcome | { outcome: 'refused'; errors: Record<string, string> };

/** Corrects what a lead's sender typed. Another address has to be confirmed: a link goes there. Repeating it changes nothing. */
export async function correctLead(tx: Tx, dialect: Store['dialect'], { corrections, ...change }: Correcting): Promise<CorrectOutcome> {
  const lead = await findLead(tx, change.id);
  if (lead === undefined) return { outcome: 'unknown' };
  const { errors, answers } = corrected(lead, corrections);
  if (Object.keys(errors).length > 0) return { outcome: 'refused', errors };
  const before = answersOf(lead);
  const fields = correctedNames.flatMap((name) => {
    const [from = '', to = ''] = [before[name], answers[name]];
    return from === to ? [] : [{ name, from, to }];
  });
  if (fields.length === 0) return { outcome: 'done', work: await readWork(tx, lead.id) };
  const { event, ...outcome } = await changeWork(tx, dialect, { ...change, section: 'lead', kind: 'corrected' }, () => ({
    after: {},
    detail: { fields },
  }));
  if (event === undefined) return outcome;
  if (await storeCorrected(tx, lead, { answers, at: change.at })) await sendFreshLink(tx, change);
  await indexLeads(tx, dialect, { ids: [lead.id], told: false });
  return outcome;
}

/** The answers with the corrections, each as the form would have taken it. */
function corrected(lead: LeadRow, corrections: Corrections): { answers: Answers; errors: Record<string, string> } {
  const form = Object.hasOwn(forms, lead.form) ? forms[lead.form] : undefined;
  const answers: Record<string, string> = { ...answersOf(lead) };
  const errors: Record<string, string> = {};
  for (const name of correctedNames) {
    const typed = corrections[name]?.trim();
    if (typed === undefined || typed === (answers[name] ?? '')) continue;
    const field = form !== undefined && Object.hasOwn(form.catalogue, name) ? form.catalogue[name] : undefined;
    const value = field?.normalise?.(typed) ?? typed;
    const fault = field === undefined ? 'This form has no such field' : firstIssue(field.schema, value);
    if (fault !== undefined) errors[name] = fault;
    answers[name] = value;
  }
  return { answers, errors };
}
