import { observable } from '../../ui/observable.ts';

/** Whether the server answered the last call. Every call sets it. */
export const connection = observable(true);
