import { cancelErased } from '../booking/cancel-erased.ts';
import { tellErasure } from '../deliveries/tell-erasure.ts';
import type { OnErased } from '../privacy/erase-subject.ts';

/** What the slices do about requests that are erased, in the transaction that erases them. */
export const onErased: OnErased = async (tx, dialect, erased) => {
  await cancelErased(tx, erased);
  await tellErasure(tx, dialect, erased);
};
