import { countApplicationsCall, applicationWork } from '../../../contract/calls/desk/application-calls.ts';
import type { ShownSection } from '../work/work-section.ts';

export const applicationSection: ShownSection = {
  ...applicationWork,
  section: 'application',
  path: '/applications',
  lists: [applicationWork.list],
  counts: [countApplicationsCall],
};
