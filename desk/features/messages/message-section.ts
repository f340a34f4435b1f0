import { closeMessageCall, countMessagesCall, messageWork } from '../../../contract/calls/desk/message-calls.ts';
import { callServer } from '../../data/call-server.ts';
import type { WorkSection } from '../work/work-section.ts';

export const messageSection: WorkSection = {
  ...messageWork,
  section: 'message',
  path: '/messages',
  lists: [messageWork.list],
  counts: [countMessagesCall],
  setState: ({ id, version, state }) => callServer(closeMessageCall, { id, version, answered: state !== 'new' }),
};
