import type { listPeople } from '../../../contract/calls/desk/account-calls.ts';
import type { CallOutput } from '../../../contract/calls/desk/call.ts';

export type Person = CallOutput<typeof listPeople>['people'][number];
