import type * as v from 'valibot';
import { applicationWork, countApplicationsCall } from '../../../contract/calls/desk/application-calls.ts';
import type { Call } from '../../../contract/calls/desk/call.ts';
import { changeLeadStateCall, countLeadsCall, leadWork } from '../../../contract/calls/desk/lead-calls.ts';
import { closeMessageCall, countMessagesCall, messageWork } from '../../../contract/calls/desk/message-calls.ts';
import { readTodayCall } from '../../../contract/calls/desk/today-calls.ts';
import { fieldCallsOf } from '../../../contract/calls/desk/work-schemas.ts';
import { present } from '../../../contract/checked.ts';
import type { DeskApplicationPage } from '../../../contract/desk/application-facts.ts';
import { stageWords } from '../../../contract/desk/application-stages.ts';
import type { DeskLeadPage, LeadSection } from '../../../contract/desk/lead-facts.ts';
import { leadStateWords } from '../../../contract/desk/lead-states.ts';
import type { Worked, WorkOf } from '../../../contract/desk/staff-fields.ts';
import { callServer } from '../../data/call-server.ts';

/** A call of any section with the same input and output as the one of leads. */
type Like<C extends Call> = Call<C['input'], C['output']>;
type LikeLead<Name extends keyof typeof leadWork> = { [Key in Name]: Like<(typeof leadWork)[Key]> };

export type ChangeAnswer<Work> = { outcome: 'done' | 'changed since'; work: Work };
export type SeenVersion = { id: string; version: number };

/** `Page`: what the page of one request shows. */
export type Section<Page = object> = LikeLead<'changes' | 'note' | 'release' | 'findAlike' | 'markSpam' | 'releaseFlood'> & {
  section: LeadSection;
  title: string;
  /** Title of its list. */
  titles: string;
  /** Heading of the commands of an open page. */
  thisOne: string;
  /** The path of its list. */
  path: string;
  /** What an owner has to be allowed to do. */
  work: `${LeadSection}s.work`;
  read: Call<v.GenericSchema<{ id: string }>, v.GenericSchema<Page>>;
  /** Calls whose answers a change makes outdated. */
  lists: readonly Call[];
  /** Calls that count the rows of the list. */
  counts: readonly Call[];
};

/** How staff change the fields that they keep of a request, such as state and owner. */
export type Changing<Work> = {
  /** Whether a notice offers to undo a change. */
  canUndo: boolean;
  /** Where the request stands, in words. */
  standing: (work: Pick<Work, Extract<keyof Work, 'state' | 'stage'>>) => string;
  /** Makes a change, unless the request was changed since the version that the user saw. */
  change: (at: SeenVersion, change: Partial<Omit<Work, 'version'>>) => Promise<ChangeAnswer<Work>>;
};

export type LeadOrMessage = Section<DeskLeadPage> & Changing<WorkOf<'lead'>> & LikeLead<'answer'>;

export const leadSection: LeadOrMessage = {
  ...leadWork,
  section: 'lead',
  title: 'Lead',
  titles: 'Leads',
  thisOne: 'This lead',
  path: '/leads',
  work: 'leads.work',
  lists: [leadWork.list, readTodayCall],
  counts: [countLeadsCall],
  canUndo: true,
  standing: ({ state }) => leadStateWords[state],
  change: (at, { owner, state, lostReason, comeBack, comeBackWhy, ...fields }) => {
    if (owner !== undefined) return callServer(leadWork.assign, { ...at, owner });
    if (comeBack !== undefined) return callServer(leadWork.comeBack, { ...at, day: comeBack, why: comeBackWhy ?? '' });
    if (state === undefined) return changeField('lead', at, fields);
    return callServer(changeLeadStateCall, { ...at, state, ...(lostReason && { reason: lostReason }) });
  },
};

export const messageSection: LeadOrMessage = {
  ...messageWork,
  section: 'message',
  title: 'Message',
  titles: 'Messages',
  thisOne: 'This message',
  path: '/messages',
  work: 'messages.work',
  lists: [messageWork.list, readTodayCall],
  counts: [countMessagesCall],
  canUndo: false,
  standing: leadSection.standing,
  change: (at, { owner, state, comeBack, comeBackWhy }) => {
    if (owner !== undefined) return callServer(messageWork.assign, { ...at, owner });
    if (comeBack !== undefined) return callServer(messageWork.comeBack, { ...at, day: comeBack, why: comeBackWhy ?? '' });
    return callServer(closeMessageCall, { ...at, answered: state !== 'new' });
  },
};

export const applicationSection: Section<DeskApplicationPage> & Changing<WorkOf<'application'>> = {
  ...applicationWork,
  section: 'application',
  title: 'Application',
  titles: 'Applications',
  thisOne: 'This application',
  path: '/applications',
  work: 'applications.work',
  lists: [applicationWork.list, readTodayCall],
  counts: [countApplicationsCall],
  canUndo: true,
  standing: ({ stage }) => `in ${stageWords[stage]}`,
  change: (at, { owner, comeBack, comeBackWhy, ...fields }) => {
    if (owner !== undefined) return callServer(applicationWork.assign, { ...at, owner });
    if (comeBack !== undefined) return callServer(applicationWork.comeBack, { ...at, day: comeBack, why: comeBackWhy ?? '' });
    return changeField('application', at, fields);
  },
};

/** The path of each section's list. */
export const sectionPaths: Readonly<Record<LeadSection, string>> = {
  lead: leadSection.path,
  message: messageSection.path,
  application: applicationSection.path,
};

/** Changes one field. The cast is safe: the call's schema has validated the output, which has the section's fields. */
function changeField<Name extends Worked>(section: Name, at: SeenVersion, change: object): Promise<ChangeAnswer<WorkOf<Name>>> {
  const [, call] = present(fieldCallsOf(section).find(([name]) => name in change));
  return callServer(call, { ...change, ...at }) as Promise<ChangeAnswer<WorkOf<Name>>>;
}
