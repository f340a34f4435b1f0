import type { CallOutput } from '../../../contract/calls/desk/call.ts';
import type { readOverviewCall } from '../../../contract/calls/desk/overview-calls.ts';

export type OverviewData = CallOutput<typeof readOverviewCall>;
