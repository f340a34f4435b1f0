import { NO_MAIL_SERVER } from '../../contract/desk/mail-refusals.ts';
import type { Settings } from '../settings/settings.ts';
import { suppressionOf } from '../mail/suppression.ts';
import type { LeadRow } from '../store/tables/lead-tables.ts';
import type { Tx } from '../store/store.ts';

/** Why the desk cannot send mail to the sender of a lead, in a sentence; undefined where it can. */
export async function mailRefusal(
  db: Tx,
  { MAIL_URL }: Pick<Settings, 'MAIL_URL'>,
  lead: Pick<LeadRow, 'email' | 'sample' | 'suspected_spam' | 'owner_answer'>,
): Promise<string | undefined> {
  if (lead.sample === 1) return 'This is a sample: nothing is sent to it.';
  if (lead.suspected_spam === 1) return 'Nothing is sent to suspected spam: say first that it is none.';
  if (lead.owner_answer === 'declined') return 'Whoever has this address wants no mail: nothing is sent to it.';
  const suppressed = await suppressionOf(db, lead.email);
  if (suppressed !== undefined) return `Nothing is sent to this address: ${suppressed}.`;
  if (MAIL_URL === undefined) return NO_MAIL_SERVER;
  return undefined;
}
