import { observable } from '../../ui/observable.ts';

/** Whether the last call was answered by somebody: every call says so. */
export const connection = observable(true);
