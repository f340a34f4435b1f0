import {
  answerMessageCall,
  assignMessageCall,
  closeMessageCall,
  countMessagesCall,
  listMessagesCall,
  messageChanges,
  noteMessage,
  readMessageCall,
  releaseMessageCall,
} from '../../contract/calls/desk/message-calls.ts';
import { callServer } from '../calls/call-server.ts';
import type { WorkSection } from '../work/work-section.ts';

export const messageSection: WorkSection = {
  section: 'message',
  path: '/messages',
  lists: [listMessagesCall],
  counts: [countMessagesCall],
  read: readMessageCall,
  changes: messageChanges,
  assign: assignMessageCall,
  note: noteMessage,
  answer: answerMessageCall,
  release: releaseMessageCall,
  setState: ({ id, version, state }) => callServer(closeMessageCall, { id, version, answered: state !== 'new' }),
};
