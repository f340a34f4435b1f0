import { observable } from '../../ui/observable.ts';

/** `ended`: no call is answered before a new sign-in. `again`: the last call needs a sign-in from the last few minutes. */
export type SessionState = 'going' | 'ended' | 'again';

export const sessionState = observable<SessionState>('going');
