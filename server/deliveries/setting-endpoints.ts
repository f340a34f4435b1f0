import type { Settings } from '../settings/settings.ts';
import type { Store } from '../store/store.ts';
import type { Crm } from './crm/crm.ts';
import { crms } from './crm-list.ts';
import { addEndpoint, changeEvents, exactEndpoint, switchEndpoint, type Endpoint } from './endpoints.ts';

type Own = Pick<Endpoint, 'id' | 'kind' | 'events'> & { setting: 'CHAT_WEBHOOK_URL' | Crm['setting'] };

/** Endpoints that exist because of a setting. */
const own: readonly Own[] = [
  { id: 'chat', kind: 'chat', events: ['lead.verified'], setting: 'CHAT_WEBHOOK_URL' },
  ...crms.map(({ id, setting }): Own => ({
    id,
    kind: id,
    events: ['lead.verified', 'lead.changed', 'lead.corrected', 'lead.spam'],
    setting,
  })),
];

/** Adds the endpoints that settings name, and switches off those whose setting is gone. One that staff or a restore switched off stays off. */
export async function matchSettings(store: Pick<Store, 'db' | 'now'>, settings: Pick<Settings, Own['setting']>): Promise<void> {
  const { db } = store;
  for (const { id, kind, events, setting } of own) {
    const there = await exactEndpoint(db, id);
    const unset = `${setting} is not set`;
    const wanted = settings[setting] !== undefined;
    if (wanted && there === undefined) await addEndpoint(db, { id, kind, url: '', events, now: store.now() });
    else if (wanted && there?.state_reason === unset) await switchEndpoint(db, id, { state: 'on', state_reason: null });
    else if (!wanted && there !== undefined && there.state !== 'off') await switchEndpoint(db, id, { state: 'off', state_reason: unset });
    if (there !== undefined && there.events.join() !== events.join()) await changeEvents(db, id, events);
  }
}
