import { cancelErased } from '../booking/cancel-bookings.ts';
import { tellErasure } from '../deliveries/delivery-subscribers.ts';
import type { OnErased } from '../privacy/erase-subject.ts';

/** Runs each slice's part of an erasure, within the transaction that erases the requests. */
export const onErased: OnErased = async (tx, dialect, erased) => {
  await cancelErased(tx, erased);
  await tellErasure(tx, dialect, erased);
};
