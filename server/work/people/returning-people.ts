import type { EventKind } from '../../../contract/desk/event-names.ts';
import type { HistoryEntry, Subscriber } from '../../leads/history/history-subscribers.ts';
import { addEvent, findLead } from '../../leads/lead-repository.ts';
import type { Store, Tx } from '../../store/store.ts';
import type { LeadRow } from '../../store/tables/lead-tables.ts';
import { changeWork, readWork } from '../lead-work.ts';
import { MARKED } from '../mark-spam.ts';
import { joinPerson, linkedKinds, mailboxesOfPerson } from './same-person.ts';

type Parts = {
  dialect: Store['dialect'];
  isStaff: (db: Tx, account: string) => Promise<boolean>;
  /** Whose turn it is to get a new lead; undefined: nobody's. */
  nextInTurn: (tx: Tx, at: number) => Promise<string | undefined>;
  tell: (
    tx: Tx,
    notice: { accounts: readonly string[]; leadId: string; event: string; kind: 'assigned'; actor: null; at: number },
  ) => Promise<void>;
};

const CONFIRMED: EventKind = 'verified';
const RELEASED: EventKind = 'released';

/**
 * Assigns a further request of a person to the owner of the earlier ones, and any other request to the account whose turn it is; only once the
 * address is confirmed, since until then anybody may have typed it. A request that was suspected spam at that time is assigned when it is released.
 */
export function returningPeople(parts: Parts): Subscriber {
  return {
    name: 'returning people',
    async take(tx, entries) {
      for (const entry of entries) {
        if (entry.kind === CONFIRMED) await takeConfirmed(tx, parts, entry);
        if (entry.kind === RELEASED) await takeReleased(tx, parts, entry);
      }
    },
  };
}

async function takeConfirmed(tx: Tx, parts: Parts, { lead_id: id, at }: HistoryEntry): Promise<void> {
  const lead = await findLead(tx, id);
  if (lead === undefined || !linkedKinds.some((kind) => kind === lead.kind)) return;
  await joinPerson(tx, lead, at);
  const earlier = await giveConfirmed(tx, parts, { lead, at });
  if (earlier === undefined) return;
  await addEvent(tx, id, { at, kind: 'wrote again' });
  await addEvent(tx, earlier.id, { at, kind: 'further request' });
}

async function takeReleased(tx: Tx, parts: Parts, { lead_id: id, at }: HistoryEntry): Promise<void> {
  const lead = await findLead(tx, id);
  const verifiedAt = lead?.verified_at ?? undefined;
  if (lead === undefined || verifiedAt === undefined || !linkedKinds.some((kind) => kind === lead.kind)) return;
  if (!(await hadItsTurn(tx, lead, verifiedAt))) await giveConfirmed(tx, parts, { lead, at });
}

/** Whether a released lead could be assigned when it was confirmed already, because staff marked it as spam only later. */
async function hadItsTurn(tx: Tx, { id, spam_reason: reason }: LeadRow, verifiedAt: number): Promise<boolean> {
  if (reason !== MARKED) return false;
  const marks = tx
    .selectFrom('lead_events')
    .select('id')
    .where('lead_id', '=', id)
    .where('kind', '=', 'marked as spam' satisfies EventKind);
  return (await marks.where('at', '<=', verifiedAt).limit(1).executeTakeFirst()) === undefined;
}

/** @returns the latest earlier request of the same person */
async function giveConfirmed(tx: Tx, parts: Parts, { lead, at }: { lead: LeadRow; at: number }): Promise<{ id: string } | undefined> {
  const { id } = lead;
  const earlier = await findEarlier(tx, id, await mailboxesOfPerson(tx, lead.email_key));
  const known = earlier?.owner ?? undefined;
  if (known !== undefined && (await parts.isStaff(tx, known))) await give(tx, parts, { id, at, to: known });
  else if (lead.suspected_spam === 0 && lead.sample !== 1) await giveInTurn(tx, parts, { id, at });
  return earlier;
}

/** @returns the id of the history's entry; undefined where somebody has it already */
async function give(tx: Tx, { dialect }: Parts, { id, at, to }: { id: string; at: number; to: string }): Promise<string | undefined> {
  const { owner, version } = await readWork(tx, id);
  if (owner !== null) return undefined;
  const changed = { after: { owner: to }, detail: { from: null, to } };
  const change = { id, version, actor: undefined, at, section: 'lead', kind: 'assigned' } as const;
  return (await changeWork(tx, dialect, change, () => changed)).event;
}

async function giveInTurn(tx: Tx, parts: Parts, { id, at }: { id: string; at: number }): Promise<void> {
  // A lead that has an owner already does not use up a turn.
  if ((await readWork(tx, id)).owner !== null) return;
  const to = await parts.nextInTurn(tx, at);
  if (to === undefined) return;
  const event = await give(tx, parts, { id, at, to });
  if (event !== undefined) await parts.tell(tx, { accounts: [to], leadId: id, event, kind: 'assigned', actor: null, at });
}

/** The latest earlier request of these mailboxes, requests with an owner before others. Suspected spam is left out. */
async function findEarlier(tx: Tx, id: string, mailboxes: readonly string[]): Promise<{ id: string; owner: string | null } | undefined> {
  return (
    tx
      .selectFrom('leads')
      .leftJoin('lead_work', 'lead_work.lead_id', 'leads.id')
      .select(['leads.id', 'lead_work.owner'])
      .where('email_key', 'in', mailboxes)
      .where('leads.kind', 'in', linkedKinds)
      .where('suspected_spam', '=', 0)
      .where('leads.id', '!=', id)
      // Without an owner, only requests confirmed before this one count as earlier: one click may confirm several that were sent together.
      .where((eb) =>
        eb.or([
          eb('lead_work.owner', 'is not', null),
          eb('verified_at', '<', eb.selectFrom('leads as own').select('own.verified_at').where('own.id', '=', id)),
        ]),
      )
      .orderBy((eb) => eb.case().when('lead_work.owner', 'is not', null).then(0).else(1).end())
      .orderBy('leads.created_at', 'desc')
      .orderBy('leads.id', 'desc')
      .limit(1)
      .executeTakeFirst()
  );
}
