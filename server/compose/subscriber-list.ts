import { deliverySubscribers } from '../deliveries/delivery-subscribers.ts';
import type { Log } from '../kernel/log.ts';
import type { Subscriber } from '../leads/history/history-subscribers.ts';
import { tellStaff } from '../staff/notices/staff-notices.ts';
import { nextInTurn } from '../staff/lead-turns.ts';
import type { Store, Tx } from '../store/store.ts';
import { isStaff } from '../staff/accounts.ts';
import { leadNewsSubscriber } from '../staff/notices/tell-owners.ts';
import { returningPeople } from '../work/people/returning-people.ts';
import { leadIndexer } from '../work/index/lead-indexer.ts';

type Given = {
  store: Store;
  log: Log;
  /** IANA zone of the days that leads are counted by. */
  zone: string;
  /** Whether new leads are assigned in turn to the accounts that take leads. Default: no. */
  inTurn?: () => boolean;
};

/** What follows from the histories of leads, each at a position of its own. */
export function subscribersOf(given: Given): readonly Subscriber[] {
  const { dialect } = given.store;
  const next = async (tx: Tx, at: number) => (given.inTurn?.() === true ? nextInTurn(tx, dialect, at) : undefined);
  return [
    leadIndexer(given),
    returningPeople({ dialect, isStaff, nextInTurn: next, tell: tellStaff }),
    leadNewsSubscriber,
    ...deliverySubscribers(given.store),
  ];
}
