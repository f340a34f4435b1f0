import type { DeskLeadPage, LeadWork } from '../../contract/desk/lead-facts.ts';
import { leadStateWords, type LeadState } from '../../contract/desk/lead-states.ts';
import { callServer } from '../calls/call-server.ts';
import { useWork } from './use-work.ts';
import type { WorkSection } from './work-section.ts';

export type WorkWish = { words: string } & ({ owner: string | null } | { state: LeadState; lostReason: string | null });

/** Changes state and owner of a lead or a message. */
export function useLeadWork(of: WorkSection, page: DeskLeadPage) {
  return useWork<LeadWork, WorkWish>(page, {
    read: of.read,
    lists: of.lists,
    hoped: (wish) => ('owner' in wish ? { owner: wish.owner } : { state: wish.state, lostReason: wish.lostReason }),
    wayBack: (wish, { state, lostReason }) =>
      of.section === 'lead' && 'state' in wish ? { words: leadStateWords[state], state, lostReason } : undefined,
    send: (id, version, wish) =>
      'owner' in wish ? callServer(of.assign, { id, version, owner: wish.owner }) : of.setState({ id, version, ...wish }),
  });
}
