import { lazy } from 'react';
import { listPeople, listSessions } from '../../contract/calls/desk/account-calls.ts';
import { readOverviewCall } from '../../contract/calls/desk/overview-calls.ts';
import { listFiguresCall } from '../../contract/calls/desk/figure-calls.ts';
import { readQueue } from '../../contract/calls/desk/queue-calls.ts';
import { listPapersCall } from '../../contract/calls/desk/paper-calls.ts';
import { listActions } from '../../contract/calls/desk/action-calls.ts';
import { readSettingsCall } from '../../contract/calls/desk/settings-calls.ts';
import { listPositions } from '../../contract/calls/desk/position-calls.ts';
import { readTodayCall } from '../../contract/calls/desk/today-calls.ts';
import { mayUse, type Role } from '../../contract/desk/roles.ts';
import { TrackRecords } from '../features/figures/figures.tsx';
import { reportingAddress } from '../features/figures/figure-words.ts';
import { ReportingDate } from '../features/figures/reporting-date.tsx';
import { ShownRecord } from '../features/figures/portfolio.tsx';
import { ApplicationPage } from '../features/applications/application.tsx';
import { Applications } from '../features/applications/applications.tsx';
import { LeadPage } from '../features/leads/lead.tsx';
import { Leads } from '../features/leads/leads.tsx';
import { ForMe } from '../features/for-me/for-me.tsx';
import { MessagePage } from '../features/messages/message.tsx';
import { Messages } from '../features/messages/messages.tsx';
import { Overview } from '../features/overview/overview.tsx';
import { PaperList } from '../features/papers/paper-list.tsx';
import type { View, ViewAt } from '../shell/view.ts';

/** Views whose code is loaded only when they are opened, because few users open them. */
const Actions = lazy(async () => ({ default: (await import('../features/actions/actions.tsx')).Actions }));
const SettingsView = lazy(async () => ({ default: (await import('../features/settings/settings.tsx')).SettingsView }));
const PositionList = lazy(async () => ({ default: (await import('../features/positions/position-list.tsx')).PositionList }));
const Sessions = lazy(async () => ({ default: (await import('../features/sessions/sessions.tsx')).Sessions }));
const Deliveries = lazy(async () => ({ default: (await import('../features/deliveries/deliveries.tsx')).Deliveries }));
const EditPosition = lazy(async () => ({ default: (await import('../features/positions/edit-position.tsx')).EditPosition }));
const Today = lazy(async () => ({ default: (await import('../features/today/today.tsx')).Today }));
const ContentList = lazy(async () => ({ default: (await import('../features/content/content-list.tsx')).ContentList }));
const ReadyAnswers = lazy(async () => ({ default: (await import('../features/answers/ready-answers.tsx')).ReadyAnswers }));
const People = lazy(async () => ({ default: (await import('../features/people/people.tsx')).People }));
const CampaignList = lazy(async () => ({ default: (await import('../features/campaigns/campaign-list.tsx')).CampaignList }));
const CampaignEditor = lazy(async () => ({ default: (await import('../features/campaigns/campaign-editor.tsx')).CampaignEditor }));
const ContentEditor = lazy(async () => ({ default: (await import('../features/content/content-editor.tsx')).ContentEditor }));

/** The daily work. */
const work: readonly View[] = [
  { path: '/leads', title: 'Leads', needs: 'leads.read', Component: Leads, icon: 'leads', key: 'l' },
  { path: '/leads/:id', title: 'Lead', needs: 'leads.read', Component: LeadPage },
  { path: '/messages', title: 'Messages', needs: 'messages.read', Component: Messages, icon: 'messages', key: 'm' },
  { path: '/messages/:id', title: 'Message', needs: 'messages.read', Component: MessagePage },
  { path: '/applications', title: 'Applications', needs: 'applications.read', Component: Applications, icon: 'applications', key: 'a' },
  { path: '/applications/:id', title: 'Application', needs: 'applications.read', Component: ApplicationPage },
  {
    path: '/overview',
    title: 'Overview',
    needs: 'overview.read',
    Component: Overview,
    icon: 'overview',
    key: 'o',
    reads: readOverviewCall,
  },
  { path: '/today', title: 'Today', needs: 'staff', Component: Today, icon: 'actions', key: 't', reads: readTodayCall },
  { path: '/for-me', title: 'For me', needs: 'staff', Component: ForMe, icon: 'bell', key: 'n' },
];

/** What the site shows. */
const site: readonly View[] = [
  {
    path: '/figures',
    title: 'Track records',
    needs: 'figures.read',
    Component: TrackRecords,
    icon: 'figures',
    key: 'f',
    reads: listFiguresCall,
  },
  { path: '/figures/:id', title: 'Track record', needs: 'figures.read', Component: ShownRecord },
  { path: reportingAddress, title: 'Reporting date', needs: 'figures.read', Component: ReportingDate },
  { path: '/papers', title: 'Papers', needs: 'figures.read', Component: PaperList, icon: 'papers', key: 'r', reads: listPapersCall },
  {
    path: '/positions',
    title: 'Positions',
    needs: 'positions.read',
    Component: PositionList,
    icon: 'positions',
    key: 'j',
    reads: listPositions,
  },
  { path: '/positions/:id', title: 'Position', needs: 'positions.read', Component: EditPosition },
  { path: '/content', title: 'Words', needs: 'content.read', Component: ContentList, icon: 'words', key: 'w' },
  { path: '/campaigns', title: 'Campaigns', needs: 'content.read', Component: CampaignList, icon: 'campaigns', key: 'c' },
  { path: '/campaigns/:id', title: 'Campaign', needs: 'content.read', Component: CampaignEditor },
  { path: '/content/:id', title: 'Change of words', needs: 'content.read', Component: ContentEditor },
];

/** Administration. */
const house: readonly View[] = [
  {
    path: '/deliveries',
    title: 'Deliveries',
    needs: 'deliveries.read',
    Component: Deliveries,
    icon: 'deliveries',
    key: 'd',
    reads: readQueue,
  },
  { path: '/people', title: 'People', needs: 'people.read', Component: People, icon: 'people', key: 'p', reads: listPeople },
  { path: '/actions', title: 'Actions', needs: 'actions.read', Component: Actions, icon: 'actions', key: 'x', reads: listActions },
  {
    path: '/settings',
    title: 'Settings',
    needs: 'settings.read',
    Component: SettingsView,
    icon: 'settings',
    key: 'e',
    reads: readSettingsCall,
  },
];

/** Reached from the account menu. */
const account: readonly View[] = [
  { path: '/answers', title: 'Ready answers', needs: 'answers.write', Component: ReadyAnswers, icon: 'messages', key: 'y' },
  { path: '/sessions', title: 'Sessions', needs: 'staff', Component: Sessions, icon: 'sessions', key: 's', reads: listSessions },
];

/** Every view of the desk in the order of the navigation. The desk opens at the first one that the account's roles allow. */
export const views: readonly View[] = [
  ...work.map((view): View => ({ ...view, group: 'work' })),
  ...site.map((view): View => ({ ...view, group: 'site' })),
  ...house.map((view): View => ({ ...view, group: 'house' })),
  ...account,
];

export function viewAt(path: string): ViewAt | undefined {
  for (const view of views) {
    const pattern = new RegExp(`^${view.path.replace(':id', '([^/]+)')}/?$`);
    const match = pattern.exec(path);
    if (match !== null) return { view, id: decode(match[1] ?? '') };
  }
  return undefined;
}

export function viewsFor(roles: readonly Role[]): View[] {
  return views.filter(({ icon, needs }) => icon !== undefined && mayUse(roles, needs));
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
