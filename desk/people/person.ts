import type { listPeople } from '../../contract/desk/account-calls.ts';
import type { CallOutput } from '../../contract/desk/call.ts';

export type Person = CallOutput<typeof listPeople>['people'][number];
