import { observable } from '../../ui/observable.ts';

/** `ended`: nothing is answered before somebody signs in. `again`: what was asked for last needs a sign-in of the last minutes. */
export type SessionState = 'going' | 'ended' | 'again';

export const sessionState = observable<SessionState>('going');
