import type { EventKind } from '../../contract/desk/event-names.ts';
import { addEvent, recordOnce } from '../leads/lead-repository.ts';
import { addressKey, parseMailbox } from '../kernel/address.ts';
import { suppress } from '../mail/suppression.ts';
import type { Settings } from '../settings/settings.ts';
import type { Tx } from '../store/store.ts';
import type { Bounce, BounceKind } from './bounce-report.ts';

/**
 * A bounce is written to the histories of at most MAX_BOUNCES leads of the address, received within this many milliseconds: the mail may have been for any of them.
 */
const WITHIN = 30 * 24 * 3_600_000;
const MAX_BOUNCES = 20;

const reasons: Readonly<Record<Exclude<BounceKind, 'soft'>, string>> = {
  hard: 'a mail to it came back for good',
  complaint: 'its owner called a mail spam',
};

export type RecordedBounces = { bounces: readonly Bounce[]; ownAddresses: readonly OwnAddress[] };

type OwnAddress = 'STAFF_MAIL' | 'HR_MAIL' | 'OPS_MAIL';

/**
 * Writes bounces into the histories of their leads, and suppresses addresses that do not exist or whose owner complained. A repeated report changes nothing.
 * @returns which bounces are new, and which are about addresses of our own: mail to these goes on
 */
export async function recordBounces(
  tx: Tx,
  { id, bounces }: { id: string; bounces: readonly Bounce[] },
  { settings, now }: { settings: Pick<Settings, OwnAddress>; now: number },
): Promise<RecordedBounces> {
  if (!(await recordOnce(tx, `bounce ${id}`, now))) return { bounces: [], ownAddresses: [] };
  const ownAddresses = new Set<OwnAddress>();
  for (const bounce of bounces) {
    const { kind, address, status } = bounce;
    const ours = ownAddress(settings, address);
    if (ours !== undefined) ownAddresses.add(ours);
    else if (kind !== 'soft') await suppress(tx, address, reasons[kind], now);
    const leads = await tx
      .selectFrom('leads')
      .select('id')
      .where('email_key', '=', addressKey(address))
      .where('created_at', '>', now - WITHIN)
      .orderBy('created_at', 'desc')
      .limit(MAX_BOUNCES)
      .execute();
    for (const lead of leads) await addEvent(tx, lead.id, { at: now, kind: events[kind], detail: { status } });
  }
  return { bounces, ownAddresses: [...ownAddresses] };
}

const events: Readonly<Record<BounceKind, EventKind>> = {
  hard: 'mail came back for good',
  soft: 'mail came back',
  complaint: 'mail called spam',
};

function ownAddress(settings: Pick<Settings, OwnAddress>, address: string): OwnAddress | undefined {
  const key = addressKey(address);
  return (['STAFF_MAIL', 'HR_MAIL', 'OPS_MAIL'] as const).find((name) =>
    settings[name]?.some((mailbox) => addressKey(parseMailbox(mailbox).address) === key),
  );
}
