import {
  applicationChanges,
  countApplicationsCall,
  listApplicationsCall,
  noteApplication,
  readApplicationCall,
} from '../../contract/calls/desk/application-calls.ts';
import type { ShownSection } from '../work/work-section.ts';

export const applicationSection: ShownSection = {
  section: 'application',
  path: '/applications',
  lists: [listApplicationsCall],
  counts: [countApplicationsCall],
  read: readApplicationCall,
  changes: applicationChanges,
  note: noteApplication,
};
