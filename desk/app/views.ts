import { listPeople, listSessions } from '../../contract/calls/desk/account-calls.ts';
import { readOverviewCall } from '../../contract/calls/desk/overview-calls.ts';
import { listFiguresCall } from '../../contract/calls/desk/figure-calls.ts';
import { readQueue } from '../../contract/calls/desk/queue-calls.ts';
import { listPapersCall } from '../../contract/calls/desk/paper-calls.ts';
import { listActions } from '../../contract/calls/desk/action-calls.ts';
import { readSettingsCall } from '../../contract/calls/desk/settings-calls.ts';
import { listPositions } from '../../contract/calls/desk/position-calls.ts';
import { mayUse, type Role } from '../../contract/desk/roles.ts';
import { prefetch } from '../data/queries.ts';
import { TrackRecords } from '../features/figures/figures.tsx';
import { ShownRecord } from '../features/figures/portfolio.tsx';
import { ApplicationPage } from '../features/applications/application.tsx';
import { Applications } from '../features/applications/applications.tsx';
import { LeadPage } from '../features/leads/lead.tsx';
import { Leads } from '../features/leads/leads.tsx';
import { Actions } from '../features/actions/actions.tsx';
import { Deliveries } from '../features/deliveries/deliveries.tsx';
import { ForMe } from '../features/for-me/for-me.tsx';
import { MessagePage } from '../features/messages/message.tsx';
import { Messages } from '../features/messages/messages.tsx';
import { Overview } from '../features/overview/overview.tsx';
import { PaperList } from '../features/papers/paper-list.tsx';
import { EditPosition } from '../features/positions/edit-position.tsx';
import { PositionList } from '../features/positions/position-list.tsx';
import { People } from '../features/people/people.tsx';
import { SettingsView } from '../features/settings/settings.tsx';
import { Sessions } from '../features/sessions/sessions.tsx';
import type { View, ViewAt } from '../shell/view.ts';

/** Every view of the desk in the order of the navigation. The desk opens at the first one that the account's roles allow. */
export const views: readonly View[] = [
  { path: '/leads', title: 'Leads', needs: 'leads.read', Component: Leads, icon: 'leads', group: 'work', key: 'l' },
  { path: '/leads/:id', title: 'Lead', needs: 'leads.read', Component: LeadPage },
  { path: '/messages', title: 'Messages', needs: 'messages.read', Component: Messages, icon: 'messages', group: 'work', key: 'm' },
  { path: '/messages/:id', title: 'Message', needs: 'messages.read', Component: MessagePage },
  {
    path: '/applications',
    title: 'Applications',
    needs: 'applications.read',
    Component: Applications,
    icon: 'applications',
    group: 'work',
    key: 'a',
  },
  { path: '/applications/:id', title: 'Application', needs: 'applications.read', Component: ApplicationPage },
  {
    path: '/overview',
    title: 'Overview',
    needs: 'overview.read',
    Component: Overview,
    icon: 'overview',
    group: 'work',
    key: 'o',
    prepare: () => prefetch(readOverviewCall, {}),
  },
  { path: '/for-me', title: 'For me', needs: 'staff', Component: ForMe, icon: 'bell', group: 'work', key: 'n' },
  {
    path: '/figures',
    title: 'Track records',
    needs: 'figures.read',
    Component: TrackRecords,
    icon: 'figures',
    group: 'site',
    key: 'f',
    prepare: () => prefetch(listFiguresCall, {}),
  },
  { path: '/figures/:id', title: 'Track record', needs: 'figures.read', Component: ShownRecord },
  {
    path: '/papers',
    title: 'Papers',
    needs: 'figures.read',
    Component: PaperList,
    icon: 'papers',
    group: 'site',
    key: 'r',
    prepare: () => prefetch(listPapersCall, {}),
  },
  {
    path: '/positions',
    title: 'Positions',
    needs: 'positions.edit',
    Component: PositionList,
    icon: 'positions',
    group: 'site',
    key: 'j',
    prepare: () => prefetch(listPositions, {}),
  },
  { path: '/positions/:id', title: 'Position', needs: 'positions.edit', Component: EditPosition },
  {
    path: '/deliveries',
    title: 'Deliveries',
    needs: 'deliveries.read',
    Component: Deliveries,
    icon: 'deliveries',
    group: 'house',
    key: 'd',
    prepare: () => prefetch(readQueue, {}),
  },
  {
    path: '/people',
    title: 'People',
    needs: 'people.manage',
    Component: People,
    icon: 'people',
    group: 'house',
    key: 'p',
    prepare: () => prefetch(listPeople, {}),
  },
  {
    path: '/actions',
    title: 'Actions',
    needs: 'actions.read',
    Component: Actions,
    icon: 'actions',
    group: 'house',
    key: 'x',
    prepare: () => prefetch(listActions, {}),
  },
  {
    path: '/settings',
    title: 'Settings',
    needs: 'settings.read',
    Component: SettingsView,
    icon: 'settings',
    group: 'house',
    key: 'e',
    prepare: () => prefetch(readSettingsCall, {}),
  },
  {
    path: '/sessions',
    title: 'Sessions',
    needs: 'staff',
    Component: Sessions,
    icon: 'sessions',
    key: 's',
    prepare: () => prefetch(listSessions, {}),
  },
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
