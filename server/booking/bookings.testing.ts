import { insertLeads } from '../leads/lead-repository.ts';
import { readSettings } from '../settings/settings.ts';
import { newId } from '../store/id.ts';
import type { LeadRow } from '../store/tables/lead-tables.ts';
import type { Store } from '../store/store.ts';
import { bookingPlan, type BookingPlan } from './booking-links.ts';

/** A Sunday, 12:00 UTC. */
export const SUNDAY = Date.UTC(2026, 10, 22, 12);

export function planOf(env: Record<string, string> = {}): BookingPlan {
  return bookingPlan(readSettings({ BOOKING_HOURS: 'Mon-Fri 09:00-12:30, 14:00-18:00', BOOKING_ZONE: 'Europe/Rome', ...env }))!;
}

/** Adds leads whose addresses are verified. */
export async function addVisitors({ db }: Pick<Store, 'db'>, count: number, at = SUNDAY): Promise<LeadRow[]> {
  const leads = Array.from({ length: count }, (_, index) => ({
    lead: {
      id: newId(at),
      kind: 'contact' as const,
      product: 'cognitivepro',
      caller: 'home_bad',
      form: { type: 'bookademo', version: 1, consents: [] },
      attribution: {},
      spamReason: undefined,
      at,
      key: undefined,
      answers: { name: 'Ada', surname: `Lovelace${index}`, email: `ada@visitor${index}.example` },
    },
    jobs: [],
  }));
  await insertLeads(db, leads);
  const ids = leads.map(({ lead }) => lead.id);
  await db.updateTable('leads').set({ status: 'verified', verified_at: at }).where('id', 'in', ids).execute();
  return db.selectFrom('leads').selectAll().where('id', 'in', ids).orderBy('id').execute();
}
