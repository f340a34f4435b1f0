import { applicationWork } from '../../../contract/calls/desk/application-calls.ts';
import type { DeskApplicationPage } from '../../../contract/desk/application-facts.ts';
import type { WorkOf } from '../../../contract/desk/staff-fields.ts';
import { applicationSection } from './application-section.ts';
import { callServer } from '../../data/call-server.ts';
import { useWork } from '../work/use-work.ts';
import { sendingOf, type WorkWish } from '../work/work-sending.ts';

/** Changes stage, owner and the other fields that staff set on an application. */
export function useApplicationWork(page: DeskApplicationPage) {
  return useWork<WorkOf<'application'>, WorkWish<'application'>>(page, sending);
}

const sending = sendingOf('application', applicationSection, ({ owner }, at) =>
  owner === undefined ? undefined : callServer(applicationWork.assign, { ...at, owner }),
);
