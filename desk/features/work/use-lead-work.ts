import type { DeskLeadPage } from '../../../contract/desk/lead-facts.ts';
import type { WorkOf } from '../../../contract/desk/staff-fields.ts';
import { callServer } from '../../data/call-server.ts';
import { useWork } from './use-work.ts';
import { sendingOf, type WorkWish } from './work-sending.ts';
import type { WorkSection } from './work-section.ts';

/** Changes state, owner and the other fields that staff set on a lead or a message. */
export function useLeadWork(of: WorkSection, page: DeskLeadPage) {
  const sending = sendingOf('lead', of, ({ owner, state, lostReason = null }, at) => {
    if (owner !== undefined) return callServer(of.assign, { ...at, owner });
    return state && of.setState({ ...at, state, lostReason });
  });
  const wayBack = of.section === 'lead' ? sending.wayBack : () => undefined;
  return useWork<WorkOf<'lead'>, WorkWish<'lead'>>(page, { ...sending, wayBack });
}
