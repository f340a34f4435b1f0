import { countLeadsCall, changeLeadStateCall, leadWork } from '../../../contract/calls/desk/lead-calls.ts';
import type { Call, CallOutput } from '../../../contract/calls/desk/call.ts';
import type { LeadSection } from '../../../contract/desk/lead-facts.ts';
import type { LeadState } from '../../../contract/desk/lead-states.ts';
import { callServer } from '../../data/call-server.ts';

/** A call of another section with the same input and output. */
type Like<C extends Call> = Call<C['input'], C['output']>;

export type WorkChanged = CallOutput<typeof leadWork.assign>;

type StateChange = { id: string; version: number; state: LeadState; lostReason: string | null };

type LikeLead<Name extends keyof typeof leadWork> = { [Key in Name]: Like<(typeof leadWork)[Key]> };

/** A section that has a list and pages, with the calls that all sections share. */
export type ShownSection = LikeLead<'changes' | 'note' | 'release' | 'findAlike' | 'markSpam' | 'releaseFlood'> & {
  section: LeadSection;
  /** The path of its list. */
  path: string;
  /** Calls whose answers a change makes outdated. */
  lists: readonly Call[];
  /** Calls that count the rows of the list. */
  counts: readonly Call[];
  read: Call;
};

/** A section of leads or messages: both work alike, each with its own calls. */
export type WorkSection = ShownSection &
  LikeLead<'read' | 'assign' | 'answer'> & {
    section: 'lead' | 'message';
    setState: (change: StateChange) => Promise<WorkChanged>;
  };

export const leadSection: WorkSection = {
  ...leadWork,
  section: 'lead',
  path: '/leads',
  lists: [leadWork.list],
  counts: [countLeadsCall],
  setState: ({ id, version, state, lostReason }) =>
    callServer(changeLeadStateCall, { id, version, state, ...(lostReason !== null && { reason: lostReason }) }),
};
