import {
  countLeadsCall,
  listLeadsCall,
  leadChanges,
  noteLead,
  answerLeadCall,
  readLeadCall,
  assignLeadCall,
  releaseLeadCall,
  changeLeadStateCall,
} from '../../contract/calls/desk/lead-calls.ts';
import type { Call, CallOutput } from '../../contract/calls/desk/call.ts';
import type { LeadSection } from '../../contract/desk/lead-facts.ts';
import type { LeadState } from '../../contract/desk/lead-states.ts';
import { callServer } from '../calls/call-server.ts';

/** A call of another section that takes and gives the same. */
type Like<C extends Call> = Call<C['input'], C['output']>;

export type WorkChanged = CallOutput<typeof assignLeadCall>;

type StateChange = { id: string; version: number; state: LeadState; lostReason: string | null };

/** What is listed and shown, one by its `id`. */
export type ShownSection = {
  section: LeadSection;
  /** The address of its list. */
  path: string;
  /** Calls whose answers a change makes old. */
  lists: readonly Call[];
  /** Calls that count what is listed. */
  counts: readonly Call[];
  read: Call;
  changes: Like<typeof leadChanges>;
  note: Like<typeof noteLead>;
};

/** Whose work it is, leads or messages: what is done to one is done to the other by its own calls. */
export type WorkSection = ShownSection & {
  section: 'lead' | 'message';
  read: Like<typeof readLeadCall>;
  assign: Like<typeof assignLeadCall>;
  answer: Like<typeof answerLeadCall>;
  release: Like<typeof releaseLeadCall>;
  setState: (change: StateChange) => Promise<WorkChanged>;
};

export const leadSection: WorkSection = {
  section: 'lead',
  path: '/leads',
  lists: [listLeadsCall],
  counts: [countLeadsCall],
  read: readLeadCall,
  changes: leadChanges,
  assign: assignLeadCall,
  note: noteLead,
  answer: answerLeadCall,
  release: releaseLeadCall,
  setState: ({ id, version, state, lostReason }) =>
    callServer(changeLeadStateCall, { id, version, state, ...(lostReason !== null && { reason: lostReason }) }),
};
