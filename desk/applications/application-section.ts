import {
  applicationChanges,
  countApplicationsCall,
  listApplicationsCall,
  noteApplication,
  readApplicationCall,
} from '../../contract/desk/application-calls.ts';
import type { ShownSection } from '../work/work-section.ts';

/** Lists and counts are made old by each change. */
export const applicationSection: ShownSection = {
  section: 'application',
  path: '/applications',
  lists: [listApplicationsCall, countApplicationsCall],
  read: readApplicationCall,
  changes: applicationChanges,
  note: noteApplication,
};
