import { deliverySubscribers } from '../deliveries/delivery-subscribers.ts';
import type { Log } from '../kernel/log.ts';
import type { Subscriber } from '../leads/history/history-subscribers.ts';
import type { Store } from '../store/store.ts';
import { isStaff } from '../staff/accounts.ts';
import { leadNewsSubscriber } from '../staff/notices/tell-owners.ts';
import { returningPeople } from '../work/people/returning-people.ts';
import { leadIndexer } from '../work/index/lead-indexer.ts';

/** What follows from the histories of leads, each at a position of its own. @param zone IANA zone of the days that leads are counted by */
export function subscribersOf(given: { store: Store; log: Log; zone: string }): readonly Subscriber[] {
  return [
    leadIndexer(given),
    returningPeople({ dialect: given.store.dialect, isStaff }),
    leadNewsSubscriber,
    ...deliverySubscribers(given.store),
  ];
}
