import { BY_HAND, meansWords, type ContactMeans } from '../../contract/desk/by-hand.ts';
import { contactForms } from '../../contract/forms/contact.ts';
import { validate, type FieldErrors } from '../../contract/forms/form.ts';
import { newId } from '../store/id.ts';
import { isUniqueViolation } from '../store/errors.ts';
import { jsonObject } from '../store/json-column.ts';
import type { Store, Tx } from '../store/store.ts';
import { addConsents } from '../leads/consents/consent-records.ts';
import { addEvent, insertLeads } from '../leads/lead-repository.ts';
import { sendFreshLink } from './answer-lead.ts';
import { assignLead } from './lead-work.ts';
import { joinPerson } from './people/same-person.ts';
import { addressKey } from '../kernel/address.ts';

export type HandMade = {
  /** Random, made by the browser: the same key makes one lead. */
  key: string;
  answers: Readonly<Record<string, string>>;
  means: ContactMeans;
  /** The words that they agreed to be mailed by; empty: they were not asked. */
  agreed: string;
  sendsLink: boolean;
  actor: string;
  at: number;
};

export type MakeOutcome = { id: string } | { errors: FieldErrors };

/**
 * Makes a lead for somebody who got in touch without a form. It is assigned to its maker, and no mail is sent to it except the link, if asked for.
 */
export async function makeLead(store: Store, made: HandMade, record: (tx: Tx, id: string) => Promise<void>): Promise<MakeOutcome> {
  const checked = validate(contactForms.default, made.answers);
  if (!checked.ok) return { errors: checked.errors };
  const key = `made ${made.key}`;
  const again = async (first: string) => (await record(store.db, first), { id: first });
  const before = await madeBefore(store.db, key);
  if (before !== undefined) return again(before);
  const id = newId(made.at);
  try {
    await store.begin(async (tx) => {
      await storeMade(tx, store.dialect, { ...made, answers: checked.answers, id, key });
      await record(tx, id);
    });
    return { id };
  } catch (error) {
    const first = isUniqueViolation(error) ? await madeBefore(store.db, key) : undefined;
    if (first === undefined) throw error;
    return again(first);
  }
}

async function storeMade(
  tx: Tx,
  dialect: Store['dialect'],
  { id, key: madeKey, answers, means, agreed, sendsLink, actor, at }: HandMade & { id: string },
): Promise<void> {
  const { type, version } = contactForms.default;
  const key = { key: madeKey, fingerprint: '', body: JSON.stringify({ id }) };
  const made = { id, kind: 'contact', product: 'desk', caller: BY_HAND, answers, attribution: {}, spamReason: undefined, at, key } as const;
  const lead = { ...made, form: { type, version, consents: [] } };
  await insertLeads(tx, [{ lead, jobs: [] }]);
  await addEvent(tx, id, { at, kind: 'made by hand', detail: { means: meansWords[means] }, actor });
  if (agreed !== '') {
    const asked = { purpose: 'marketing', action: 'asked', text: agreed, text_version: BY_HAND, page: meansWords[means], at } as const;
    await addConsents(tx, [{ lead_id: id, ...asked }]);
  }
  await assignLead(tx, dialect, { id, version: 0, owner: actor, actor, at });
  await joinPerson(tx, { id, email_key: addressKey(answers.email ?? '') }, at);
  if (sendsLink) await sendFreshLink(tx, { id, actor, at });
}

async function madeBefore(db: Tx, key: string): Promise<string | undefined> {
  const row = await db.selectFrom('idempotency').select('body').where('key', '=', key).executeTakeFirst();
  const id = row === undefined ? undefined : jsonObject(row.body)['id'];
  return typeof id === 'string' ? id : undefined;
}
