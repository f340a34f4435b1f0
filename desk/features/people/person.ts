import type { CallOutput } from '../../../contract/calls/desk/call.ts';
import type { listPeople } from '../../../contract/calls/desk/account-calls.ts';

export type Person = CallOutput<typeof listPeople>['people'][number];
