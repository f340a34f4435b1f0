import type { CallOutput } from '../../contract/desk/call.ts';
import type { readOverviewCall } from '../../contract/desk/overview-calls.ts';

export type OverviewData = CallOutput<typeof readOverviewCall>;
